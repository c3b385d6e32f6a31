/** The columns of a model with other bounds for some of them, `changed`; `bounds` has the shape of `changed`. */
import type { ColumnSpec } from '../milp/model.ts';

export interface Bounds {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

export function boundColumns(
  columns: readonly Required<ColumnSpec>[],
  changed: Int32Array,
  { lower, upper }: Bounds,
): Required<ColumnSpec>[] {
  const bounded = [...columns];
  for (const [k, c] of changed.entries()) {
    const spec = bounded[c];
    if (spec) bounded[c] = { ...spec, lower: lower[k] ?? 0, upper: upper[k] ?? 0 };
  }
  return bounded;
}
