/** Checks a certificate away from the thread that draws the page. Everything stays on this machine. */
import { checkCertificate } from '../../client/offline/check-certificate.ts';
import { headOf } from '../../client/offline/check-signature.ts';
import type { Verdict } from '../../client/offline/findings.ts';
import { type Evidence, isObject, isSigned, readEvidence } from '../../client/offline/read-certificate.ts';
import { answerWith } from '../parts/in-worker.ts';

export interface Question {
  /** In the order in which they came: a later one takes the place of one of its kind. */
  readonly files: readonly File[];
  /** Public keys of the service that the page is from. */
  readonly own?: unknown;
}

export interface Checked {
  /** What each file turned out to be. */
  readonly given: readonly { readonly name: string; readonly is: string; readonly isWrong: boolean }[];
  /** Where the public keys are from; absent while there is no certificate. */
  readonly keysFrom?: 'file' | 'service' | 'report';
  readonly verdict?: Verdict;
}

const PARTS = ['certificate', 'case', 'schedule', 'keys'] as const;
const MB = 1024 * 1024;
const MOST_BYTES = 128 * MB;

answerWith<Question, Checked>(async ({ files, own }) => {
  const read = await Promise.all(files.map(readFile));
  const given = read.map(({ name, evidence, problem }) => ({
    name,
    is: problem ?? PARTS.filter((part) => evidence[part] !== undefined).join(', '),
    isWrong: problem !== undefined,
  }));
  const evidence: Evidence = Object.assign({}, ...read.map(({ evidence: found }) => found));
  if (evidence.certificate === undefined) return { answer: { given }, transfer: [] };
  // Keys that somebody brought come before those of the service, and these before the one that a report has inside.
  const brought = read.findLast((each) => each.evidence.keys && !each.evidence.certificate);
  const [keysFrom, keys] = brought
    ? (['file', brought.evidence.keys] as const)
    : isOwn(own, evidence) || evidence.keys === undefined
      ? (['service', own] as const)
      : (['report', evidence.keys] as const);
  const verdict = await checkCertificate({ ...evidence, keys, areKeysInside: keysFrom === 'report' });
  return { answer: { given, keysFrom, verdict }, transfer: [] };
});

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

/** Whether one of the keys of the service is the one that the signature names. */
const isOwn = (own: unknown, { certificate }: Evidence): boolean =>
  isObject(own) &&
  Array.isArray(own['keys']) &&
  isSigned(certificate) &&
  own['keys'].some((key) => isObject(key) && key['kid'] === headOf(certificate).kid);
