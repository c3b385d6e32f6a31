/** Bytes in pieces, with a turn of the event loop before each. */
import { nextTurn } from '../../../temporal/json/in-slices.ts';

/** Some milliseconds of a parser, and 20 of one that runs for the first time. */
const CHUNK_BYTES = 8 * 1024;

export async function* inChunks(
  bytes: Uint8Array,
  chunkBytes = CHUNK_BYTES,
): AsyncGenerator<Uint8Array, void> {
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    await nextTurn();
    yield bytes.subarray(from, from + chunkBytes);
  }
}
