/** Rows of terms -> compressed sparse rows, terms of the same column added up. */
import type { Row } from './model.ts';

export interface SparseRows {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Row r owns entries starts[r] .. starts[r + 1] of indices and values; shape [rows + 1]. */
  readonly starts: Int32Array;
  readonly indices: Int32Array;
  readonly values: Float64Array;
}

export function toSparseRows(rows: readonly Row[]): SparseRows {
  const starts = new Int32Array(rows.length + 1);
  const indices: number[] = [];
  const values: number[] = [];
  for (const [r, { terms }] of rows.entries()) {
    const sums = new Map<number, number>();
    for (const [coefficient, column] of terms) sums.set(column, (sums.get(column) ?? 0) + coefficient);
    for (const [column, coefficient] of sums) {
      if (coefficient === 0) continue;
      indices.push(column);
      values.push(coefficient);
    }
    starts[r + 1] = indices.length;
  }
  return {
    lower: Float64Array.from(rows, (row) => row.lower),
    upper: Float64Array.from(rows, (row) => row.upper),
    starts,
    indices: Int32Array.from(indices),
    values: Float64Array.from(values),
  };
}
