/** Matrices: values by element and hour in one array, which a worker can hand over without a copy. Pure. */

export interface Matrix {
  readonly names: readonly string[];
  readonly hours: number;
  /** Values, row by row; one row per name. */
  readonly values: Float64Array;
}

type Series = Readonly<Record<string, readonly number[]>>;

export const NONE: Matrix = { names: [], hours: 0, values: new Float64Array(0) };

export const toMatrix = (series: Series): Matrix => matrixOf(Object.entries(series));

export function matrixOf(rows: readonly (readonly [name: string, values: ArrayLike<number>])[]): Matrix {
  const hours = rows.reduce((most, [, { length }]) => Math.max(most, length), 0);
  const values = new Float64Array(rows.length * hours);
  for (const [row, [, rowValues]] of rows.entries()) values.set(rowValues, row * hours);
  return { names: rows.map(([name]) => name), hours, values };
}

/** Converts element -> part -> values to one matrix for each part. */
export function toParts(record: Readonly<Record<string, Series>>): Record<string, Matrix> {
  const elements = Object.entries(record);
  const parts = new Set(elements.flatMap(([, series]) => Object.keys(series)));
  return Object.fromEntries(
    [...parts].map((part) => [part, matrixOf(elements.map(([name, series]) => [name, series[part] ?? []]))]),
  );
}

/** Matrix with one row per name: the sum of all rows with this name. */
export function toSums(rows: readonly (readonly [name: string, values: readonly number[]])[]): Matrix {
  const sums = new Map<string, readonly number[]>();
  for (const [name, values] of rows) {
    const previous = sums.get(name);
    sums.set(name, previous ? values.map((value, hour) => value + (previous[hour] ?? 0)) : values);
  }
  return matrixOf([...sums]);
}

/** View (no copy) of a row of the matrix; empty for a negative `row`. */
export const rowOf = ({ hours, values }: Matrix, row: number): Float64Array =>
  row < 0 ? new Float64Array(0) : values.subarray(row * hours, (row + 1) * hours);

const rowNumbers = new WeakMap<Matrix, ReadonlyMap<string, number>>();

/** View (no copy) of the row with this name; empty if there is no such row. */
export function rowNamed(matrix: Matrix, name: string): Float64Array {
  const cached = rowNumbers.get(matrix);
  const numbers = cached ?? new Map(matrix.names.map((each, row) => [each, row]));
  if (!cached) rowNumbers.set(matrix, numbers);
  return rowOf(matrix, numbers.get(name) ?? -1);
}

export type Row = readonly [name: string, values: Float64Array];

export const rowsOf = (matrix: Matrix): Row[] => matrix.names.map((name, row) => [name, rowOf(matrix, row)]);

/** Rows of all matrices, one below the other. */
export const stacked = (...matrices: readonly Matrix[]): Matrix => matrixOf(matrices.flatMap(rowsOf));

export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

export function hourlySums({ names, hours, values }: Matrix): Float64Array {
  const sums = new Float64Array(hours);
  for (let row = 0, at = 0; row < names.length; row += 1)
    for (let hour = 0; hour < hours; hour += 1, at += 1) sums[hour] = (sums[hour] ?? 0) + (values[at] ?? 0);
  return sums;
}

export interface Place {
  readonly value: number;
  readonly name: string;
  readonly hour: number;
}

/** Place (row and hour) of the value with the largest `measure`; undefined for an empty matrix. */
export function largest(matrix: Matrix, measure = (value: number): number => value): Place | undefined {
  let at = -1;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < matrix.values.length; i += 1) {
    const measured = measure(matrix.values[i] ?? 0);
    if (measured > most) {
      at = i;
      most = measured;
    }
  }
  if (at < 0) return undefined;
  const name = matrix.names[Math.floor(at / matrix.hours)] ?? '';
  return { value: matrix.values[at] ?? 0, name, hour: at % matrix.hours };
}

export const smallest = (matrix: Matrix): Place | undefined => largest(matrix, (value) => -value);

export const peakOf = (values: ArrayLike<number>, measure?: (value: number) => number): Place | undefined =>
  largest(matrixOf([['', values]]), measure);

export const extremes = (matrix: Matrix): [least: number, most: number] => [
  smallest(matrix)?.value ?? 0,
  largest(matrix)?.value ?? 0,
];

/** Maximum number of values from which a quantile is computed. */
const SAMPLE = 5000;

/** Quantile of the values. `share`: 0 to 1. Of many values, only a sample is used. */
export function quantile(values: Float64Array, share: number): number {
  const step = Math.max(1, Math.floor(values.length / SAMPLE));
  const sample = new Float64Array(Math.ceil(values.length / step))
    .map((_, i) => values[i * step] ?? 0)
    .sort();
  return sample[Math.round(share * (sample.length - 1))] ?? 0;
}

export const durationCurve = (values: Float64Array): Float64Array => values.slice().sort().reverse();
