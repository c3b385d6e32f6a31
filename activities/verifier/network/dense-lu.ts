/**
 * Gaussian elimination with partial pivoting, P A = L U (Golub and Van Loan, Matrix Computations, algorithm 3.4.1), on
 * a dense row-major matrix. Multipliers and entries of 0 are skipped, so that the cost of a banded matrix is that of
 * its band.
 */
import { at } from '../schedule/series.ts';

/** Pivots below this share of the largest entry mean that the matrix is singular. */
const SINGULAR = 1e-13;

export interface Factors {
  /** Solves A x = b for x. */
  solve(rhs: ArrayLike<number>): Float64Array;
}

/** `matrix` has shape [size][size] and is overwritten; null when it is singular. */
export function factorize(matrix: Float64Array, size: number): Factors | null {
  const smallest = SINGULAR * matrix.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const permutation = Int32Array.from({ length: size }, (_, row) => row);
  for (let step = 0; step < size; step++) {
    const pivot = pivotRow(matrix, size, step);
    if (!(Math.abs(at(matrix, pivot * size + step)) > smallest)) return null;
    if (pivot !== step) {
      swapRows(matrix, size, pivot, step);
      [permutation[step], permutation[pivot]] = [at(permutation, pivot), at(permutation, step)];
    }
    eliminate(matrix, size, step);
  }
  const lower = compress(matrix, size, (row, column) => column < row);
  const upper = compress(matrix, size, (row, column) => column > row);
  const diagonal = Float64Array.from({ length: size }, (_, row) => at(matrix, row * size + row));
  return { solve: (rhs) => substitute(lower, upper, diagonal, permutation, rhs) };
}

function pivotRow(matrix: Float64Array, size: number, step: number): number {
  let best = step;
  let largest = 0;
  for (let row = step; row < size; row++) {
    const value = Math.abs(at(matrix, row * size + step));
    if (value > largest) {
      largest = value;
      best = row;
    }
  }
  return best;
}

function swapRows(matrix: Float64Array, size: number, a: number, b: number): void {
  const row = matrix.slice(a * size, (a + 1) * size);
  matrix.copyWithin(a * size, b * size, (b + 1) * size);
  matrix.set(row, b * size);
}

function eliminate(matrix: Float64Array, size: number, step: number): void {
  const pivotStart = step * size;
  let end = size;
  while (end > step + 1 && matrix[pivotStart + end - 1] === 0) end--;
  const pivot = at(matrix, pivotStart + step);
  for (let row = step + 1; row < size; row++) {
    const start = row * size;
    const entry = at(matrix, start + step);
    if (entry === 0) continue;
    const factor = entry / pivot;
    matrix[start + step] = factor;
    for (let column = step + 1; column < end; column++) {
      matrix[start + column] = at(matrix, start + column) - factor * at(matrix, pivotStart + column);
    }
  }
}

/** Nonzeros of a triangle, row by row. */
interface Triangle {
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
}

function compress(
  matrix: Float64Array,
  size: number,
  inside: (row: number, column: number) => boolean,
): Triangle {
  const starts = new Int32Array(size + 1);
  const columns: number[] = [];
  const values: number[] = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const value = at(matrix, row * size + column);
      if (value === 0 || !inside(row, column)) continue;
      columns.push(column);
      values.push(value);
    }
    starts[row + 1] = columns.length;
  }
  return { starts, columns: Int32Array.from(columns), values: Float64Array.from(values) };
}

function substitute(
  lower: Triangle,
  upper: Triangle,
  diagonal: Float64Array,
  permutation: Int32Array,
  rhs: ArrayLike<number>,
): Float64Array {
  const x = Float64Array.from(permutation, (row) => at(rhs, row));
  // Rows above the first entry stay zero.
  const first = x.findIndex((value) => value !== 0);
  for (let row = Math.max(0, first); row < x.length; row++) x[row] = at(x, row) - dot(lower, row, x);
  for (let row = x.length - 1; row >= 0; row--) {
    x[row] = (at(x, row) - dot(upper, row, x)) / at(diagonal, row);
  }
  return x;
}

/**
 * Dot product of a row and x. Reads by index: most of the time is spent here, and `at` is slower, since all kinds of
 * arrays use it.
 */
function dot({ starts, columns, values }: Triangle, row: number, x: Float64Array): number {
  let sum = 0;
  const end = starts[row + 1] ?? 0;
  for (let entry = starts[row] ?? 0; entry < end; entry++)
    sum += (values[entry] ?? Number.NaN) * (x[columns[entry] ?? -1] ?? Number.NaN);
  return sum;
}
