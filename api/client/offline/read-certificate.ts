/** What people hand over: a certificate, or a report that has one inside with all that belongs to it. */
import type { Statement } from '../../../temporal/case/messages/signed-certificate.ts';
import { NoCaseError, parseJson } from '../file-format.ts';

/** Parsed JSON of whatever came; undefined = not given. */
export interface Evidence {
  readonly certificate: unknown;
  readonly case?: unknown;
  readonly schedule?: unknown;
  /** A JSON Web Key Set (RFC 7517). */
  readonly keys?: unknown;
}

type Json = { readonly [name: string]: unknown };

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface Signed {
  readonly statement: object;
  readonly signature: string;
}

/** Enough of it to look at the rest: whether a value is right is what the signature says. */
export const isSigned = (value: unknown): value is Signed & Json =>
  isObject(value) && typeof value['signature'] === 'string' && isObject(value['statement']);

export function isStatement(value: unknown): value is Statement {
  if (!isObject(value)) return false;
  const { job_id, job_type, case_sha256, schedule_sha256, certificate } = value;
  const texts = [job_id, job_type, case_sha256, schedule_sha256];
  return texts.every((text) => typeof text === 'string') && isObject(certificate);
}

/** What a file of JSON is evidence of, by its content. Throws `NoCaseError` for one that is none. */
export function evidenceOf(value: unknown): Partial<Evidence> {
  if (isSigned(value)) return { certificate: value };
  if (isObject(value) && Array.isArray(value['keys'])) return { keys: value };
  if (isObject(value) && Array.isArray(value['generators'])) return { case: value };
  if (isObject(value) && isObject(value['dispatch_mw'])) return { schedule: value };
  throw new NoCaseError('The file is neither a certificate nor a case, a result or public keys');
}

/** Elements of a report. Its writer leaves no `<` in the JSON. */
const PART = /<script type="application\/json" id="(certificate|case|schedule|key)">([^<]*)<\/script>/g;

/** Throws `NoCaseError` where the text is neither JSON nor a report; `json`: what a file of JSON is. */
export function readEvidence<E extends Partial<Evidence>>(
  text: string,
  json: (value: unknown) => E,
): E | Evidence {
  if (!/^\s*</.test(text)) return json(parseJson(text));
  const parts = new Map([...text.matchAll(PART)].map(([, id, json]) => [id, json ?? '']));
  const read = (id: string) => {
    const json = parts.get(id);
    return json === undefined ? undefined : parseJson(json);
  };
  const certificate = read('certificate');
  if (certificate === undefined) throw new NoCaseError('The file is a page without a certificate');
  return { certificate, case: read('case'), schedule: read('schedule'), keys: read('key') };
}
