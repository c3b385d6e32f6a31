/** Worker that checks a certificate; it sends nothing to a server. */

import { type CaseFormat, caseFormatOf } from '../../client/network-format.ts';
import { checkCertificate } from '../../client/offline/check-certificate.ts';
import { headOf } from '../../client/offline/check-signature.ts';
import type { Verdict } from '../../client/offline/findings.ts';
import { type Evidence, isObject, isSigned, readEvidence } from '../../client/offline/read-certificate.ts';
import { answerWith } from '../parts/in-worker.ts';

export interface Question {
  /** Files in order of arrival; a later file replaces an earlier one of the same kind. */
  readonly files: readonly File[];
  /** Public keys of the service from which the page was loaded. */
  readonly own?: unknown;
  /** Files that may contain a case, whose format is to be detected. */
  readonly ofCase?: readonly File[];
}

export interface Checked {
  /** Name of each file, and the kind of its content. */
  readonly given: readonly { readonly name: string; readonly is: string; readonly isWrong: boolean }[];
  /** Source of the public keys; absent if there is no certificate. */
  readonly keysFrom?: 'file' | 'service' | 'report';
  readonly verdict?: Verdict;
  readonly format?: CaseFormat | undefined;
}

export type Ask = (question: Question) => Promise<Checked>;

const PARTS = ['certificate', 'case', 'schedule', 'keys'] as const;
const MB = 1024 * 1024;
const MOST_BYTES = 128 * MB;

answerWith<Question, Checked>(async ({ files, own, ofCase }) => {
  if (ofCase) return { answer: { given: [], format: await formatOf(ofCase) }, transfer: [] };
  const read = await Promise.all(files.map(readFile));
  const fileResults = read.map(({ name, evidence, problem }) => ({
    name,
    is: problem ?? PARTS.filter((part) => evidence[part] !== undefined).join(', '),
    isWrong: problem !== undefined,
  }));
  const evidence: Evidence = Object.assign({}, ...read.map(({ evidence: part }) => part));
  if (evidence.certificate === undefined) return { answer: { given: fileResults }, transfer: [] };
  // Keys from a file take precedence over the keys of the service; the key inside a report comes last.
  const keyFile = read.findLast((each) => each.evidence.keys && !each.evidence.certificate);
  const [keysFrom, keys] = keyFile
    ? (['file', keyFile.evidence.keys] as const)
    : isOwn(own, evidence) || evidence.keys === undefined
      ? (['service', own] as const)
      : (['report', evidence.keys] as const);
  const verdict = await checkCertificate({ ...evidence, keys, areKeysInside: keysFrom === 'report' });
  return { answer: { given: fileResults, keysFrom, verdict }, transfer: [] };
});

const formatOf = async (files: readonly File[]): Promise<CaseFormat | undefined> =>
  caseFormatOf(
    await Promise.all(
      files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
    ),
  );

interface ReadFile {
  readonly name: string;
  readonly evidence: Evidence;
  readonly problem?: string;
}

async function readFile(file: File): Promise<ReadFile> {
  const { name, size } = file;
  try {
    if (size > MOST_BYTES)
      throw new RangeError(`It has ${Math.ceil(size / MB)} MB; ${MOST_BYTES / MB} MB can be read`);
    return { name, evidence: readEvidence(await file.text()) };
  } catch (error) {
    return { name, evidence: {}, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** True if the key of the signature is one of the service's keys. */
const isOwn = (own: unknown, { certificate }: Evidence): boolean =>
  isObject(own) &&
  Array.isArray(own['keys']) &&
  isSigned(certificate) &&
  own['keys'].some((key) => isObject(key) && key['kid'] === headOf(certificate).kid);
