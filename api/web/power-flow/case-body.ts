/** Makes the body of a check from the text of a file, after detecting its format. Pure. */
import { parseJson } from '../../client/file-format.ts';

export type CaseBody =
  | { readonly format: 'MATPOWER' | 'PSS/E' | 'network'; readonly body: string }
  /** Reason why the text cannot be sent. */
  | { readonly problem: string };

/** Largest file that the server accepts, bytes. */
export const MAX_CASE_BYTES = 32 * 2 ** 20;

const NEITHER =
  'Not a MATPOWER case (mpc.bus = [...]), PSS/E RAW file or network as JSON ({"buses": [...], "lines": [...]}).';

/** Pattern of the head of a PSS/E RAW file: comments, and the line with base and revision. */
const RAW = /^(?:\s*@!.*\r?\n)*\s*\d+\s*,\s*[\d.]+\s*,\s*\d+/;

export function toCaseBody(text: string): CaseBody {
  if (text.trim() === '') return { problem: 'The case is empty.' };
  if (/^\s*[{[]/.test(text)) return fromJson(text);
  if (RAW.test(text)) return { format: 'PSS/E', body: JSON.stringify({ psse_raw: text }) };
  if (!/\bmpc\s*\.|\bbus\s*=\s*\[/.test(text)) return { problem: NEITHER };
  return { format: 'MATPOWER', body: JSON.stringify({ matpower: text }) };
}

function fromJson(text: string): CaseBody {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    return { problem: `Cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
  const network = networkIn(value);
  if (!network) return { problem: NEITHER };
  return { format: 'network', body: JSON.stringify({ network }) };
}

/** The network in a parsed file: the whole value, or the network within a request body. */
function networkIn(value: unknown): object | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('buses' in value) return value;
  return 'network' in value ? networkIn(value.network) : undefined;
}

/** Message if a file is too large; else undefined. */
export const tooLarge = (bytes: number): string | undefined =>
  bytes > MAX_CASE_BYTES
    ? `The case has ${(bytes / 2 ** 20).toFixed(0)} MB; the limit is ${MAX_CASE_BYTES / 2 ** 20} MB.`
    : undefined;
