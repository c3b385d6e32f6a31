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

interface Moved {
  readonly name: string;
  readonly value: number;
}

/** What changes most in one hour, the largest first; less than `least` is rounding. */
export const mostAt = (matrix: Matrix, hour: number, most: number, least: number): Moved[] =>
  matrix.names
    .map((name, row) => ({ name, value: rowOf(matrix, row)[hour] ?? 0 }))
    .filter(({ value }) => Math.abs(value) >= least)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
    .slice(0, most);
