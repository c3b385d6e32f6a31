/** What of a difference between two schedules is not zero (pure). */
import { type Matrix, matrixOf, rowOf } from './matrix.ts';

/** Rows that have a value other than zero. */
export const changedRows = (matrix: Matrix): Matrix =>
  matrixOf(
    matrix.names.flatMap((name, row) => {
      const values = rowOf(matrix, row);
      return values.some((value) => value !== 0) ? [[name, values] as const] : [];
    }),
  );

export interface Changed {
  readonly name: string;
  /** More and less over all hours, both at least 0. */
  readonly up: number;
  readonly down: number;
  /** Largest size in one hour. */
  readonly most: number;
}

/** Per row that changed, what it moves; the largest first. */
export function movedOf(matrix: Matrix): Changed[] {
  const changed = changedRows(matrix);
  return changed.names
    .map((name, row) => {
      const values = rowOf(changed, row);
      const [up, down, most] = values.reduce<readonly [number, number, number]>(
        ([more, less, largest], value) => [
          more + Math.max(0, value),
          less + Math.max(0, -value),
          Math.max(largest, Math.abs(value)),
        ],
        [0, 0, 0],
      );
      return { name, up, down, most };
    })
    .sort((a, b) => b.up + b.down - a.up - a.down);
}
