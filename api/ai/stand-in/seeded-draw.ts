/** Numbers from 0 to 1 that follow from a text: the same question gets the same lie. */
import { createHash } from 'node:crypto';

const RANGE = 2 ** 32;

export function seededDraw(seed: string): () => number {
  let count = 0;
  return () => {
    count += 1;
    return createHash('sha256').update(`${count}:${seed}`).digest().readUInt32BE() / RANGE;
  };
}
