/**
 * Converts rows of terms to compressed sparse rows, adding up terms of the same column, and then to compressed sparse
 * columns.
 */
import type { Row } from './model.ts';

/** Entries of a sparse matrix, by row (`indices`: columns) or by column (`indices`: rows). */
interface Entries {
  /**
   * Row or column k has the entries starts[k] .. starts[k + 1] - 1 of `indices` and `values`; shape [rows + 1] or
   * [columns + 1].
   */
  readonly starts: Int32Array;
  readonly indices: Int32Array;
  readonly values: Float64Array;
}

export interface SparseRows extends Entries {
  /** Lower limits of the rows, shape [rows]. The next field has the upper limits. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

export function toSparseRows(rows: readonly Row[]): SparseRows {
  let entries = 0;
  let last = -1;
  for (const { terms } of rows) {
    entries += terms.length;
    for (const [, column] of terms) if (column > last) last = column;
  }
  const starts = new Int32Array(rows.length + 1);
  const indices = new Int32Array(entries);
  const values = new Float64Array(entries);
  // Last row that contained each column; `entryOf`: position of its entry in that row.
  const rowOf = new Int32Array(last + 1).fill(-1);
  const entryOf = new Int32Array(last + 1);
  let end = 0;
  for (const [r, { terms }] of rows.entries()) {
    const start = end;
    for (const [coefficient, column] of terms) {
      if (rowOf[column] === r) {
        const entry = entryOf[column] ?? 0;
        values[entry] = (values[entry] ?? 0) + coefficient;
        continue;
      }
      rowOf[column] = r;
      entryOf[column] = end;
      indices[end] = column;
      values[end] = coefficient;
      end += 1;
    }
    end = withoutZeros(indices, values, start, end);
    starts[r + 1] = end;
  }
  return {
    lower: Float64Array.from(rows, (row) => row.lower),
    upper: Float64Array.from(rows, (row) => row.upper),
    starts,
    indices: indices.slice(0, end),
    values: values.slice(0, end),
  };
}

/** Removes zeros among entries `start` .. `end`; returns the new end. */
function withoutZeros(indices: Int32Array, values: Float64Array, start: number, end: number): number {
  let position = start;
  for (let entry = start; entry < end; entry++) {
    const value = values[entry] ?? 0;
    if (value === 0) continue;
    indices[position] = indices[entry] ?? 0;
    values[position] = value;
    position += 1;
  }
  return position;
}

/** Converts rows to columns, by a counting sort. */
export function toSparseColumns(rows: SparseRows, columns: number): Entries {
  const starts = new Int32Array(columns + 1);
  for (const c of rows.indices) starts[c + 1] = (starts[c + 1] ?? 0) + 1;
  for (let c = 0; c < columns; c++) starts[c + 1] = (starts[c + 1] ?? 0) + (starts[c] ?? 0);
  const next = starts.slice();
  const indices = new Int32Array(rows.indices.length);
  const values = new Float64Array(rows.values.length);
  for (let r = 0; r < rows.lower.length; r++) {
    for (let entry = rows.starts[r] ?? 0; entry < (rows.starts[r + 1] ?? 0); entry++) {
      const c = rows.indices[entry] ?? 0;
      const at = next[c] ?? 0;
      indices[at] = r;
      values[at] = rows.values[entry] ?? 0;
      next[c] = at + 1;
    }
  }
  return { starts, indices, values };
}
