/**
 * Sparse factorisation P A P^T = L D L^T of a symmetric, possibly indefinite matrix, without pivoting.
 * Row k of L solves L(1..k-1) D y = A(1..k-1, k); d_k = a_kk - sum_i l_ki^2 d_i.
 * Source: Davis, Algorithm 849: a concise sparse Cholesky factorization package, ACM TOMS 31 (2005).
 */

import { eliminationTree, rowPattern } from './elimination-tree.ts';
import {
  type LowerTriangle,
  substituteBackward,
  substituteForward,
  subtractColumn,
} from './lower-triangle.ts';
import { minimumDegree } from './minimum-degree.ts';
import { compress, type SparseSymmetric, type UpperTriangle } from './sparse-symmetric.ts';

/** The matrix, or one of its leading parts in the order of elimination, is singular. */
export class SingularMatrix extends RangeError {
  /** A vector that this part takes to zero, zero outside of it; shape [size]. */
  readonly vector: Float64Array;

  constructor(vector: Float64Array) {
    super('singular');
    this.vector = vector;
  }
}

/** A pivot below this share of its entry of A (of 1 at least) is taken for zero. */
const SMALLEST_PIVOT = 1e-10;

export interface Factorization {
  /** Entries of L below its diagonal. */
  readonly nonzeros: number;
  /** Returns x with A x = rhs, both shape [size]. */
  solve(rhs: Float64Array): Float64Array;
}

/** Throws SingularMatrix when a pivot vanishes. */
export function factorize(matrix: SparseSymmetric): Factorization {
  checkEntries(matrix);
  const order = minimumDegree(matrix);
  const { lower, diagonal } = eliminate(compress(matrix, order), order);
  return {
    nonzeros: lower.row.length,
    solve(rhs) {
      if (rhs.length !== matrix.size)
        throw new RangeError(`expected ${matrix.size} values, got ${rhs.length}`);
      // Plain loops: iterators cost several times the substitutions.
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
  /** End of the entries found so far in each column of L. */
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
    // A pivot that is not a number fails the comparison and counts as zero.
    if (!(Math.abs(pivot) >= smallest)) throw new SingularMatrix(vanishing(lower, order, row));
    diagonal[row] = pivot;
  }
  return { lower, diagonal };
}

/** The vanishing combination of the rows up to `row`, whose pivot is zero: L^T x = e_row, in matrix order. */
function vanishing(lower: LowerTriangle, order: Int32Array, row: number): Float64Array {
  const x = new Float64Array(order.length);
  x[row] = 1;
  substituteBackward(lower, x);
  const vector = new Float64Array(order.length);
  for (const [step, at] of order.entries()) vector[at] = x[step] ?? 0;
  return vector;
}
