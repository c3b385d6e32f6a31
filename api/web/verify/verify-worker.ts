/** Checks a certificate away from the thread that draws the page. Everything stays on this machine. */
import { checkCertificate } from '../../client/offline/check-certificate.ts';
import { keyIdOf } from '../../client/offline/check-signature.ts';
import type { Verdict } from '../../client/offline/findings.ts';
import {
  type Evidence,
  evidenceOf,
  isObject,
  isSigned,
  readEvidence,
} from '../../client/offline/read-certificate.ts';
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

const MB = 1024 * 1024;
const MOST_BYTES = 128 * MB;
const NAMES = { certificate: 'certificate', case: 'case', schedule: 'result', keys: 'public keys' } as const;
type Kind = keyof typeof NAMES;

answerWith<Question, Checked>(async ({ files, own }) => {
  const read = await Promise.all(files.map(readFile));
  const given = read.map(({ name, evidence, problem }) => ({
    name,
    is:
      problem ??
      kindsOf(evidence)
        .map((kind) => NAMES[kind])
        .join(', '),
    isWrong: problem !== undefined,
  }));
  const evidence: Partial<Evidence> = Object.assign({}, ...read.map(({ evidence: found }) => found));
  const { certificate } = evidence;
  if (certificate === undefined) return { answer: { given }, transfer: [] };
  // Keys that somebody brought come before those of the service, and these before the one that a report has inside.
  const brought = read.findLast((each) => each.evidence.keys !== undefined && !each.isReport);
  const [keysFrom, keys] = brought
    ? (['file', brought.evidence.keys] as const)
    : isOwn(own, certificate) || evidence.keys === undefined
      ? (['service', own] as const)
      : (['report', evidence.keys] as const);
  return {
    answer: { given, keysFrom, verdict: await checkCertificate({ ...evidence, certificate, keys }) },
    transfer: [],
  };
});

interface ReadFile {
  readonly name: string;
  readonly evidence: Partial<Evidence>;
  readonly isReport: boolean;
  readonly problem?: string;
}

async function readFile(file: File): Promise<ReadFile> {
  const { name, size } = file;
  const refused = (problem: string) => ({ name, evidence: {}, isReport: false, problem });
  if (size > MOST_BYTES)
    return refused(`It has ${Math.ceil(size / MB)} MB; ${MOST_BYTES / MB} MB can be read`);
  try {
    const evidence: Partial<Evidence> = readEvidence<Partial<Evidence>>(await file.text(), evidenceOf);
    return { name, evidence, isReport: kindsOf(evidence).length > 1 };
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
}

const kindsOf = (evidence: Partial<Evidence>): Kind[] =>
  (Object.keys(NAMES) as Kind[]).filter((kind) => evidence[kind] !== undefined);

/** Whether one of the keys of the service is the one that the signature names. */
const isOwn = (own: unknown, certificate: unknown): boolean =>
  isObject(own) &&
  Array.isArray(own['keys']) &&
  isSigned(certificate) &&
  own['keys'].some((key) => isObject(key) && key['kid'] === keyIdOf(certificate.signature));
