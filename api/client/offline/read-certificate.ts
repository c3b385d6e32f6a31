/** What people hand over: a certificate, or a report that has one inside with all that belongs to it. */
import type { Statement } from '../../../temporal/case/messages/signed-certificate.ts';
import { NoCaseError, parseJson } from '../file-format.ts';

/** Parsed JSON of whatever came; absent = not given. */
export interface Evidence {
  readonly certificate?: unknown;
  readonly case?: unknown;
  readonly schedule?: unknown;
  /** A JSON Web Key Set (RFC 7517). */
  readonly keys?: unknown;
  /** The keys came with the certificate: their owner is unknown. */
  readonly areKeysInside?: boolean;
  readonly page?: Page;
}

/** A report as it is read by people, and the data in it. */
export interface Page {
  readonly text: string;
  readonly parts: Pick<Evidence, 'certificate' | 'case' | 'schedule' | 'keys'> & {
    readonly printed?: unknown;
  };
}

type Json = { readonly [name: string]: unknown };

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface Signed {
  readonly statement: object;
  readonly signature: string;
}

/** Enough of it to look at the rest: whether a value is right is what the signature says. */
export const isSigned = (value: unknown): value is Signed =>
  isObject(value) && typeof value['signature'] === 'string' && isObject(value['statement']);

export function isStatement(value: unknown): value is Statement {
  if (!isObject(value)) return false;
  const { job_id, job_type, case_sha256, schedule_sha256, certificate } = value;
  const texts = [job_id, job_type, case_sha256, schedule_sha256];
  return texts.every((text) => typeof text === 'string') && isObject(certificate);
}

function evidenceOf(value: unknown): Evidence {
  if (isSigned(value)) return { certificate: value };
  if (isObject(value) && Array.isArray(value['keys'])) return { keys: value };
  if (isObject(value) && Array.isArray(value['generators'])) return { case: value };
  if (isObject(value) && isObject(value['dispatch_mw'])) return { schedule: value };
  throw new NoCaseError('The file is neither a certificate nor a case, a result or public keys');
}

/** Elements of a report. Its writer leaves no `<` in the JSON. */
const PARTS =
  /<script type="application\/json" id="(certificate|case|schedule|keys|printed)">([^<]*)<\/script>/g;

/** What a file is evidence of, by its content. Throws `NoCaseError` where it is none. */
export function readEvidence(text: string): Evidence {
  if (!/^\s*</.test(text)) return evidenceOf(parseJson(text));
  const parts: Page['parts'] = Object.fromEntries(
    [...text.matchAll(PARTS)].map(([, name, json = '']) => [name, parseJson(json)]),
  );
  if (!parts.certificate) throw new NoCaseError('The file is a page without a certificate');
  const { printed: _, ...evidence } = parts;
  return { ...evidence, areKeysInside: true, page: { text, parts } };
}
