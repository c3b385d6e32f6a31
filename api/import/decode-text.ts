/** Bytes -> text in pieces, which must be UTF-8. */
import type { Stepwise } from '../../temporal/json/in-slices.ts';
import { ImportError } from './import-error.ts';

const CHUNK_BYTES = 1024 * 1024;

/** Throws `ImportError` that says about where other bytes begin. */
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
