/**
 * A mixed-integer linear program, built column by column and row by row, without terms of power systems:
 *
 *     min  c'x   s.t.  rowLower <= A x <= rowUpper,  lower <= x <= upper,  x[integer] in Z
 */

/** Position of a variable in creation order. */
export type Column = number;
export type Term = readonly [coefficient: number, column: Column];

export interface ColumnSpec {
  readonly cost?: number;
  readonly lower?: number;
  readonly upper?: number;
  readonly integer?: boolean;
}

/** A row: lower <= sum of terms <= upper. A column may occur in several terms. */
export interface Row {
  readonly lower: number;
  readonly upper: number;
  readonly terms: readonly Term[];
}

export interface Milp {
  readonly columns: readonly Required<ColumnSpec>[];
  readonly rows: readonly Row[];
}

const CONTINUOUS: Required<ColumnSpec> = {
  cost: 0,
  lower: 0,
  upper: Number.POSITIVE_INFINITY,
  integer: false,
};

export const column = (spec: ColumnSpec): Required<ColumnSpec> => ({ ...CONTINUOUS, ...spec });
export const atMost = (upper: number, terms: readonly Term[]): Row => ({ lower: -Infinity, upper, terms });
export const atLeast = (lower: number, terms: readonly Term[]): Row => ({ lower, upper: Infinity, terms });
export const equal = (value: number, terms: readonly Term[]): Row => ({ lower: value, upper: value, terms });
/** The row `column <= most * on`, in which `on` is also a column. */
export const within = (column: Column, most: number, on: Column): Row =>
  atMost(0, [
    [1, column],
    [-most, on],
  ]);

export const times = (factor: number, terms: readonly Term[]): Term[] =>
  terms.map(([coefficient, column]) => [factor * coefficient, column]);

export class MilpBuilder implements Milp {
  readonly columns: Required<ColumnSpec>[] = [];
  readonly rows: Row[] = [];

  column(spec: ColumnSpec): Column {
    return this.columns.push(column(spec)) - 1;
  }

  /** Adds one column per item and period. Returns a function from item and period to the column. */
  family<Item>(
    items: readonly Item[],
    periods: number,
    spec: (item: Item, t: number) => ColumnSpec,
  ): (item: number, t: number) => Column {
    const first = this.columns.length;
    for (const item of items) {
      for (let t = 0; t < periods; t++) this.column(spec(item, t));
    }
    return (item, t) => first + item * periods + t;
  }

  /** Adds a row and returns its position, which is also the position of its dual. */
  row(row: Row): number {
    return this.rows.push(row) - 1;
  }
}

/** Value of a linear expression at a point. `primal`: shape [columns]. */
export function activity(terms: readonly Term[], primal: Float64Array): number {
  let sum = 0;
  for (const [coefficient, column] of terms) sum += coefficient * (primal[column] ?? 0);
  return sum;
}
