/**
 * A model restricted by bounds of some columns. It omits columns that the bounds fix, columns that a row then forces to
 * a bound (Brearley, Mitra, Williams, Analysis of mathematical programming problems prior to applying the simplex
 * algorithm, Math. Prog. 8, 1975), and rows without remaining columns.
 */
import { type ColumnSpec, type Milp, MilpBuilder, type Row, type Term } from '../../milp/model.ts';

/** Bounds of some columns, in the order of these columns. */
export interface Bounds {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** The columns of a model, with new bounds for those at the positions `changed`. */
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

export interface RestrictedModel {
  readonly milp: MilpBuilder;
  /** Position of each row in the whole model. */
  readonly rows: readonly number[];
  /** Position in this model of each column of the whole model; -1 for an omitted column. */
  readonly position: Int32Array;
  /** Cost of the omitted columns, $. */
  readonly constant: number;
  /** Converts `primal`, a solution of this model, to a solution of the whole model. */
  expand(primal: Float64Array): Float64Array;
}

/** Tolerance for violated rows, MW or the unit of the row. */
const TOLERANCE = 1e-6;

/** Restricts a model; undefined if a row whose columns are all fixed is violated. */
export function restrictModel({ columns, rows }: Milp): RestrictedModel | undefined {
  const values = fixedValues(columns, rows);
  const milp = new MilpBuilder();
  const position = new Int32Array(columns.length).fill(FIXED);
  let constant = 0;
  for (const [c, spec] of columns.entries()) {
    const value = values[c] ?? 0;
    if (Number.isNaN(value)) position[c] = milp.column(spec);
    else constant += spec.cost * value;
  }
  const keptRows: number[] = [];
  for (const [r, row] of rows.entries()) {
    if (row.lower === -Infinity && row.upper === Infinity) continue;
    const { terms, lower, upper } = withoutFixed(row, values, position);
    if (terms.length > 0) {
      milp.row({ lower, upper, terms });
      keptRows.push(r);
    } else if (lower > TOLERANCE || upper < -TOLERANCE) return undefined;
  }
  const expand = (primal: Float64Array): Float64Array =>
    values.map((value, c) => (Number.isNaN(value) ? (primal[position[c] ?? FIXED] ?? 0) : value));
  return { milp, rows: keptRows, position, constant, expand };
}

const FIXED = -1;

/** Values of the columns that are fixed, NaN for all others; shape [columns]. */
function fixedValues(columns: readonly Required<ColumnSpec>[], rows: readonly Row[]): Float64Array {
  const values = Float64Array.from(columns, ({ lower, upper }) => (lower < upper ? Number.NaN : lower));
  const least = (coefficient: number, c: number): number => {
    const value = values[c] ?? Number.NaN;
    if (!Number.isNaN(value)) return value;
    return (coefficient > 0 ? columns[c]?.lower : columns[c]?.upper) ?? 0;
  };
  for (const { upper, terms } of rows) {
    if (!Number.isFinite(upper)) continue;
    let activity = 0;
    for (const [coefficient, c] of terms)
      if (coefficient !== 0) activity += coefficient * least(coefficient, c);
    if (!(activity >= upper - TOLERANCE)) continue;
    for (const [coefficient, c] of terms) if (coefficient !== 0) values[c] = least(coefficient, c);
  }
  return values;
}

function withoutFixed({ lower, upper, terms }: Row, values: Float64Array, position: Int32Array): Row {
  let constant = 0;
  const open: Term[] = [];
  for (const [coefficient, c] of terms) {
    const value = values[c] ?? 0;
    if (Number.isNaN(value)) open.push([coefficient, position[c] ?? FIXED]);
    else constant += coefficient * value;
  }
  return { lower: lower - constant, upper: upper - constant, terms: open };
}
