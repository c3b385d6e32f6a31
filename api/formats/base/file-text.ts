/** The bytes of a file -> JSON or text, in slices. */
import { inSlices, type Stepwise } from '../../../temporal/json/in-slices.ts';
import { JsonError } from '../../../temporal/json/json-text.ts';
import { parseJson } from '../../../temporal/json/parse-json.ts';
import { ImportError } from './import-error.ts';

/** Throws `ImportError`. */
export async function toJson(bytes: Uint8Array): Promise<unknown> {
  if (bytes.length === 0) throw new ImportError([], 'Malformed JSON: the file is empty');
  try {
    return await inSlices(parseJson(bytes));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new ImportError(
      [],
      error.kind === 'malformed' ? `Malformed JSON: ${error.message}` : error.message,
    );
  }
}

/** Read at a time. */
const CHUNK_BYTES = 1024 * 1024;

/** UTF-8 -> text in pieces. Throws `ImportError` that says between which bytes something else begins. */
export function* decodeText(bytes: Uint8Array): Stepwise<readonly string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    const to = Math.min(bytes.length, from + CHUNK_BYTES);
    try {
      pieces.push(decoder.decode(bytes.subarray(from, to), { stream: to < bytes.length }));
    } catch {
      throw new ImportError([], `Not UTF-8 text, between bytes ${from} and ${to}`);
    }
    yield;
  }
  return pieces;
}
