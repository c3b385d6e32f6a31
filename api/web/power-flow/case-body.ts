/** What is sent to be checked, made from the text of a file; which format it is, its content says (pure). */
import { parseJson } from '../../client/file-format.ts';

export type CaseBody =
  | { readonly format: 'MATPOWER' | 'PSS/E' | 'network'; readonly body: string }
  /** Why it cannot be sent, in words. */
  | { readonly problem: string };

/** Largest file that the server takes, bytes. */
export const MAX_CASE_BYTES = 32 * 2 ** 20;

const NEITHER =
  'This is neither a MATPOWER case (mpc.bus = [...]) nor a RAW file of PSS/E nor a network as JSON ({"buses": [...], "lines": [...]}).';

/** Comments, and the line with base and revision. */
const RAW = /^(?:\s*@!.*\r?\n)*\s*\d+\s*,\s*[\d.]+\s*,\s*\d+/;

export function toCaseBody(text: string): CaseBody {
  if (text.trim() === '') return { problem: 'There is nothing to check: the case is empty.' };
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
    return { problem: `This cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
  const network = networkIn(value);
  if (!network) return { problem: NEITHER };
  return { format: 'network', body: JSON.stringify({ network }) };
}

/** The network itself, or the body of a request that holds one. */
function networkIn(value: unknown): object | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('buses' in value) return value;
  return 'network' in value ? networkIn(value.network) : undefined;
}

/** Refused before it is read; undefined when it may be read. */
export const tooLarge = (bytes: number): string | undefined =>
  bytes > MAX_CASE_BYTES
    ? `This case is ${(bytes / 2 ** 20).toFixed(0)} MB large; at most ${MAX_CASE_BYTES / 2 ** 20} MB can be checked.`
    : undefined;
