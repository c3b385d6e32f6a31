/** The model of a session: a mixed-integer linear program that grows and whose bounds change. */
import { type ColumnSpec, column, type Milp, type Row } from '../../milp/model.ts';

export interface GrowingModel extends Milp {
  addColumns(columns: readonly ColumnSpec[]): void;
  addRows(rows: readonly Row[]): void;
  /** Rows that no longer limit anything. */
  freeRows(rows: Int32Array): void;
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
    addColumns: (added) => void columns.push(...added.map(column)),
    addRows: (added) => void rows.push(...added),
    freeRows(positions) {
      for (const r of positions) {
        const old = rows[r];
        if (old) rows[r] = { ...old, lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY };
      }
    },
    setBounds(positions, lower, upper) {
      for (const [i, c] of positions.entries()) {
        const old = columns[c];
        if (old) columns[c] = { ...old, lower: lower[i] ?? old.lower, upper: upper[i] ?? old.upper };
      }
    },
    objective: (primal) => columns.reduce((sum, { cost }, c) => sum + cost * (primal[c] ?? 0), 0),
    contradictory: () => columns.some(isCrossed) || rows.some(isCrossed),
  };
}

const isCrossed = ({ lower, upper }: { readonly lower: number; readonly upper: number }): boolean =>
  lower > upper;
