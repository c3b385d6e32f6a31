/** The model of a session: a mixed-integer linear program that grows and whose bounds change. */
import { type ColumnSpec, column, type Milp, type Row } from '../../milp/model.ts';

export interface GrowingModel extends Milp {
  addColumns(columns: readonly ColumnSpec[]): void;
  addRows(rows: readonly Row[]): void;
  setLimits(rows: Int32Array, lower: Float64Array, upper: Float64Array): void;
  setBounds(columns: Int32Array, lower: Float64Array, upper: Float64Array): void;
  /** c'x. */
  objective(primal: Float64Array): number;
  /** Some limits exclude each other: MPS cannot say so, and no solver is needed to see it. */
  contradictory(): boolean;
}

export function createGrowingModel(milp: Milp): GrowingModel {
  const columns = [...milp.columns];
  const rows = [...milp.rows];
  return {
    columns,
    rows,
    // One by one: there may be more of them than a call may have arguments.
    addColumns: (added) => added.forEach((spec) => void columns.push(column(spec))),
    addRows: (added) => added.forEach((row) => void rows.push(row)),
    setLimits: (positions, lower, upper) => replaceBounds(rows, positions, lower, upper),
    setBounds: (positions, lower, upper) => replaceBounds(columns, positions, lower, upper),
    objective: (primal) => columns.reduce((sum, { cost }, c) => sum + cost * (primal[c] ?? 0), 0),
    contradictory: () => columns.some(isCrossed) || rows.some(isCrossed),
  };
}

function replaceBounds<Bounded extends Pick<Row, 'lower' | 'upper'>>(
  all: Bounded[],
  positions: Int32Array,
  lower: Float64Array,
  upper: Float64Array,
): void {
  for (const [i, at] of positions.entries()) {
    const old = all[at];
    if (old) all[at] = { ...old, lower: lower[i] ?? old.lower, upper: upper[i] ?? old.upper };
  }
}

const isCrossed = ({ lower, upper }: { readonly lower: number; readonly upper: number }): boolean =>
  lower > upper;
