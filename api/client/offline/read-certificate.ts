/** Reads files for a certificate check: a certificate, a report that contains one, a case, a result or public keys. */
import type { Statement } from '../../../temporal/case/messages/signed-certificate.ts';
import { NoCaseError, parseJson } from '../file-format.ts';

/** Parsed JSON of the files; a field is absent if its file was not given. */
export interface Evidence {
  readonly certificate?: unknown;
  readonly case?: unknown;
  /** The result, or the results of a connection study. */
  readonly schedule?: unknown;
  /** A JSON Web Key Set (RFC 7517). */
  readonly keys?: unknown;
  /** True if the keys came with the certificate, so that nothing confirms who owns them. */
  readonly areKeysInside?: boolean;
  readonly page?: Page;
}

/** Text of a report and the data inside it. */
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

/** True for an object with the outer shape of a certificate; its signature protects the rest. */
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
  const isResult = isObject(value) && (isObject(value['dispatch_mw']) || Array.isArray(value['candidates']));
  if (isResult) return { schedule: value };
  throw new NoCaseError('The file is neither a certificate nor a case, a result or public keys');
}

/** Pattern of the data elements of a report; their JSON contains no `<`. */
const PARTS =
  /<script type="application\/json" id="(certificate|case|schedule|keys|printed)">([^<]*)<\/script>/g;

/** Reads a file and detects its kind from its content. Throws `NoCaseError` for a file of no known kind. */
export function readEvidence(text: string): Evidence {
  if (!/^\s*</.test(text)) return evidenceOf(parseJson(text));
  const parts: Page['parts'] = Object.fromEntries(
    [...text.matchAll(PARTS)].map(([, name, json = '']) => [name, parseJson(json)]),
  );
  if (!parts.certificate) throw new NoCaseError('The page contains no certificate');
  const { printed: _, ...evidence } = parts;
  return { ...evidence, areKeysInside: true, page: { text, parts } };
}
