/**
 * Sparse factorisation P A P^T = L D L^T of a symmetric, possibly indefinite matrix, without pivoting.
 * Row k of L solves L(1..k-1) D y = A(1..k-1, k); d_k = a_kk - sum_i l_ki^2 d_i.
 * Source: Davis, Algorithm 849: a concise sparse Cholesky factorization package, ACM TOMS 31 (2005).
 */

import { minimumDegree } from './minimum-degree.ts';
import { compress, runningSum, type SparseSymmetric, type UpperTriangle } from './sparse-symmetric.ts';

/** Thrown when the matrix, or a leading part of it in elimination order, is singular. */
export class SingularMatrix extends RangeError {
  /** A null vector of the singular leading part, zero elsewhere; shape [size]. */
  readonly vector: Float64Array;

  constructor(vector: Float64Array) {
    super('singular');
    this.vector = vector;
  }
}

/**
 * Least magnitude of a pivot, as a share of the diagonal entry of A (or of 1, if that is larger); a smaller pivot
 * counts as zero.
 */
const SMALLEST_PIVOT = 1e-10;

export interface Factorization {
  /** Number of entries of L below its diagonal. */
  readonly nonzeros: number;
  /** Returns x with A x = rhs, both shape [size]. */
  solve(rhs: Float64Array): Float64Array;
}

/** Factorizes a matrix. Throws SingularMatrix when a pivot is zero. */
export function factorize(matrix: SparseSymmetric): Factorization {
  checkEntries(matrix);
  const order = minimumDegree(matrix);
  const { lower, diagonal } = eliminate(compress(matrix, order), order);
  return {
    nonzeros: lower.row.length,
    solve(rhs) {
      if (rhs.length !== matrix.size)
        throw new RangeError(`expected ${matrix.size} values, got ${rhs.length}`);
      // Plain loops: iterators would cost several times as much as the substitutions themselves.
      const x = new Float64Array(matrix.size);
      for (let step = 0; step < x.length; step++) x[step] = rhs[order[step] ?? 0] ?? 0;
      substituteForward(lower, x);
      for (let step = 0; step < x.length; step++) x[step] = (x[step] ?? 0) / (diagonal[step] ?? 1);
      substituteBackward(lower, x);
      const result = new Float64Array(matrix.size);
      for (let step = 0; step < x.length; step++) result[order[step] ?? 0] = x[step] ?? 0;
      return result;
    },
  };
}

function checkEntries({ size, row, column, value }: SparseSymmetric): void {
  if (row.length !== value.length || column.length !== value.length) {
    throw new RangeError('a matrix needs as many rows and columns as values');
  }
  const inside = (index: number) => index >= 0 && index < size;
  if (!(row.every(inside) && column.every(inside))) throw new RangeError('a matrix entry is out of range');
  if (!value.every(Number.isFinite)) throw new RangeError('a matrix entry is not finite');
}

function eliminate(
  matrix: UpperTriangle,
  order: Int32Array,
): { lower: LowerTriangle; diagonal: Float64Array } {
  const { size } = matrix;
  const { parent, start } = eliminationTree(matrix);
  const entries = start[size] ?? 0;
  const lower = { start, row: new Int32Array(entries), value: new Float64Array(entries) };
  const diagonal = new Float64Array(size);
  /** End of the entries of each column of L that have been computed so far. */
  const next = start.slice(0, size);
  const work = new Float64Array(size);
  const reach = rowPattern(matrix, parent, work);
  for (let row = 0; row < size; row++) {
    const pattern = reach(row);
    let pivot = work[row] ?? 0;
    const smallest = SMALLEST_PIVOT * Math.max(1, Math.abs(pivot));
    work[row] = 0;
    for (const column of pattern) {
      const above = work[column] ?? 0;
      work[column] = 0;
      const end = next[column] ?? 0;
      subtractColumn(lower, start[column] ?? 0, end, above, work);
      const factor = above / (diagonal[column] ?? 1);
      pivot -= factor * above;
      lower.row[end] = row;
      lower.value[end] = factor;
      next[column] = end + 1;
    }
    // The comparison is also false for a pivot that is NaN, which thus counts as zero.
    if (!(Math.abs(pivot) >= smallest)) throw new SingularMatrix(vanishing(lower, order, row));
    diagonal[row] = pivot;
  }
  return { lower, diagonal };
}

/**
 * Solves L^T x = e_row. The pivot of `row` is zero, so x, returned in the order of the matrix, is a null vector of the
 * leading part.
 */
function vanishing(lower: LowerTriangle, order: Int32Array, row: number): Float64Array {
  const x = new Float64Array(order.length);
  x[row] = 1;
  substituteBackward(lower, x);
  const vector = new Float64Array(order.length);
  for (const [step, at] of order.entries()) vector[at] = x[step] ?? 0;
  return vector;
}

/** The unit lower triangle L, stored by columns. */
interface LowerTriangle {
  /** First entry of each column, below its unit diagonal, shape [size + 1]. */
  readonly start: Int32Array;
  /** Row and value of each entry, shape [entries]. */
  readonly row: Int32Array;
  readonly value: Float64Array;
}

/** Subtracts `factor` times the entries `first` to `end` of a column of L from `x`. */
function subtractColumn(
  { row, value }: LowerTriangle,
  first: number,
  end: number,
  factor: number,
  x: Float64Array,
): void {
  for (let entry = first; entry < end; entry++) {
    const target = row[entry] ?? 0;
    x[target] = (x[target] ?? 0) - (value[entry] ?? 0) * factor;
  }
}

/** Replaces x by L^-1 x. Zeros of a sparse right-hand side cost no time. */
function substituteForward(lower: LowerTriangle, x: Float64Array): void {
  for (let column = 0; column < x.length; column++) {
    const value = x[column] ?? 0;
    if (value !== 0) subtractColumn(lower, lower.start[column] ?? 0, lower.start[column + 1] ?? 0, value, x);
  }
}

/** Replaces x by L^-T x. */
function substituteBackward({ start, row, value }: LowerTriangle, x: Float64Array): void {
  for (let column = x.length - 1; column >= 0; column--) {
    const end = start[column + 1] ?? 0;
    let sum = x[column] ?? 0;
    for (let entry = start[column] ?? 0; entry < end; entry++) {
      sum -= (value[entry] ?? 0) * (x[row[entry] ?? 0] ?? 0);
    }
    x[column] = sum;
  }
}

/** Elimination tree of a symmetric matrix; it determines the sizes of the columns of L. */
interface EliminationTree {
  /** Parent of each column, -1 at a root, shape [size]. */
  readonly parent: Int32Array;
  /** First entry of each column of L, below its unit diagonal, shape [size + 1]. */
  readonly start: Int32Array;
}

function eliminationTree(matrix: UpperTriangle): EliminationTree {
  const parent = new Int32Array(matrix.size).fill(-1);
  const lastColumn = new Int32Array(matrix.size).fill(-1);
  const start = new Int32Array(matrix.size + 1);
  const climb = (from: number, column: number): void => {
    let vertex = from;
    while (lastColumn[vertex] !== column) {
      if (parent[vertex] === -1) parent[vertex] = column;
      start[vertex + 1] = (start[vertex + 1] ?? 0) + 1;
      lastColumn[vertex] = column;
      vertex = parent[vertex] ?? column;
    }
  };
  for (let column = 0; column < matrix.size; column++) {
    lastColumn[column] = column;
    const end = matrix.start[column + 1] ?? 0;
    for (let entry = matrix.start[column] ?? 0; entry < end; entry++)
      climb(matrix.row[entry] ?? column, column);
  }
  runningSum(start);
  return { parent, start };
}

/**
 * Returns a function of k. It adds column k of A to `work` and returns the pattern of row k of L: the union of the
 * paths in the elimination tree from the entries of column k, each column before its ancestors. The returned array is
 * valid until the next call.
 */
function rowPattern(
  matrix: UpperTriangle,
  parent: Int32Array,
  work: Float64Array,
): (column: number) => Int32Array {
  const pattern = new Int32Array(matrix.size);
  const path = new Int32Array(matrix.size);
  const lastColumn = new Int32Array(matrix.size).fill(-1);
  return (column) => {
    let top = matrix.size;
    lastColumn[column] = column;
    const end = matrix.start[column + 1] ?? 0;
    for (let entry = matrix.start[column] ?? 0; entry < end; entry++) {
      let vertex = matrix.row[entry] ?? column;
      work[vertex] = (work[vertex] ?? 0) + (matrix.value[entry] ?? 0);
      let length = 0;
      while (lastColumn[vertex] !== column) {
        path[length++] = vertex;
        lastColumn[vertex] = column;
        vertex = parent[vertex] ?? column;
      }
      while (length > 0) pattern[--top] = path[--length] ?? 0;
    }
    return pattern.subarray(top);
  };
}
