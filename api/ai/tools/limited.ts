/** Records few enough to be read: all of them, else sums over them and those that tell most. */
import { mostTelling } from '../explain/most-telling.ts';

const MAX_RECORDS = 150;
const MAX_SUMS = 100;

export interface Limited<R, S> {
  readonly records: R[];
  /** One per element, over its records; only where records are omitted. */
  readonly sums: S[];
  /** Records that are not listed. */
  readonly omitted: number;
}

export function limited<R, S>(
  all: readonly R[],
  weight: (record: R) => number,
  summed: (records: readonly R[]) => readonly S[],
  weightOfSum: (sum: S) => number,
): Limited<R, S> {
  if (all.length <= MAX_RECORDS) return { records: [...all], sums: [], omitted: 0 };
  const { records: sums } = mostTelling(summed(all), weightOfSum, MAX_SUMS);
  return { sums, ...mostTelling(all, weight, MAX_RECORDS - sums.length) };
}
