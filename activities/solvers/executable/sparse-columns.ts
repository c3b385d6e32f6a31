/** Compressed sparse rows -> compressed sparse columns, by counting. */
import type { SparseRows } from '../../milp/sparse-rows.ts';

export interface SparseColumns {
  /** Column c owns entries starts[c] .. starts[c + 1] of indices (rows) and values; shape [columns + 1]. */
  readonly starts: Int32Array;
  readonly indices: Int32Array;
  readonly values: Float64Array;
}

export function toSparseColumns(rows: SparseRows, columns: number): SparseColumns {
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
