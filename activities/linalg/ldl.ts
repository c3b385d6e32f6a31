/**
 * Sparse factorisation P A P^T = L D L^T of a symmetric, possibly indefinite matrix, without pivoting.
 * Row k of L solves L(1..k-1) D y = A(1..k-1, k); d_k = a_kk - sum_i l_ki^2 d_i.
 * Source: Davis, Algorithm 849: a concise sparse Cholesky factorization package, ACM TOMS 31 (2005).
 */
import { compress, type UpperTriangle } from './compress.ts';
import { type EliminationTree, eliminationTree } from './elimination-tree.ts';
import { minimumDegree } from './minimum-degree.ts';
import type { SparseSymmetric } from './sparse-symmetric.ts';

/** Pivots below this share of their diagonal entry (at least 1) are taken for zero. */
const SMALLEST_PIVOT = 1e-10;

export interface Factorization {
  /** Entries of L below its diagonal. */
  readonly nonzeros: number;
  /** Returns x with A x = rhs, shape [size]. */
  solve(rhs: Float64Array): Float64Array;
}

interface Factors {
  readonly start: Int32Array;
  readonly row: Int32Array;
  readonly value: Float64Array;
  readonly diagonal: Float64Array;
}

/** Throws RangeError('singular') when a pivot vanishes. */
export function factorize(matrix: SparseSymmetric): Factorization {
  const order = minimumDegree(matrix);
  const upper = compress(matrix, order);
  const factors = eliminate(upper, eliminationTree(upper));
  return { nonzeros: factors.row.length, solve: (rhs) => solve(factors, order, rhs) };
}

function eliminate(matrix: UpperTriangle, tree: EliminationTree): Factors {
  const { size } = matrix;
  const { start } = tree;
  const row = new Int32Array(start[size] ?? 0);
  const value = new Float64Array(row.length);
  const diagonal = new Float64Array(size);
  const next = start.slice(0, size);
  const work = new Float64Array(size);
  const reach = rowPattern(matrix, tree, work);
  for (let column = 0; column < size; column++) {
    const pattern = reach(column);
    let pivot = work[column] ?? 0;
    const threshold = SMALLEST_PIVOT * Math.max(1, Math.abs(pivot));
    work[column] = 0;
    for (const before of pattern) {
      const above = work[before] ?? 0;
      work[before] = 0;
      const end = next[before] ?? 0;
      for (let entry = start[before] ?? 0; entry < end; entry++) {
        const target = row[entry] ?? 0;
        work[target] = (work[target] ?? 0) - (value[entry] ?? 0) * above;
      }
      const factor = above / (diagonal[before] ?? 1);
      pivot -= factor * above;
      row[end] = column;
      value[end] = factor;
      next[before] = end + 1;
    }
    // Written so that a pivot that is not a number counts as zero too.
    if (!(Math.abs(pivot) >= threshold)) throw new RangeError('singular');
    diagonal[column] = pivot;
  }
  return { start, row, value, diagonal };
}

/**
 * Returns a function that scatters a column of A into `work` and returns the columns of L that meet that row,
 * each before its ancestors in the elimination tree.
 */
function rowPattern(
  matrix: UpperTriangle,
  tree: EliminationTree,
  work: Float64Array,
): (column: number) => Int32Array {
  const pattern = new Int32Array(matrix.size);
  const path = new Int32Array(matrix.size);
  const seen = new Int32Array(matrix.size).fill(-1);
  return (column) => {
    let top = matrix.size;
    seen[column] = column;
    const end = matrix.start[column + 1] ?? 0;
    for (let entry = matrix.start[column] ?? 0; entry < end; entry++) {
      let vertex = matrix.row[entry] ?? column;
      work[vertex] = (work[vertex] ?? 0) + (matrix.value[entry] ?? 0);
      let length = 0;
      while (seen[vertex] !== column) {
        path[length++] = vertex;
        seen[vertex] = column;
        vertex = tree.parent[vertex] ?? column;
      }
      while (length > 0) pattern[--top] = path[--length] ?? 0;
    }
    return pattern.subarray(top);
  };
}

function solve(factors: Factors, order: Int32Array, rhs: Float64Array): Float64Array {
  if (rhs.length !== order.length) throw new RangeError(`expected ${order.length} values, got ${rhs.length}`);
  const { start, row, value, diagonal } = factors;
  const x = Float64Array.from(order, (vertex) => rhs[vertex] ?? 0);
  for (let column = 0; column < x.length; column++) {
    const known = x[column] ?? 0;
    if (known === 0) continue;
    const end = start[column + 1] ?? 0;
    for (let entry = start[column] ?? 0; entry < end; entry++) {
      const target = row[entry] ?? 0;
      x[target] = (x[target] ?? 0) - (value[entry] ?? 0) * known;
    }
  }
  for (let column = x.length - 1; column >= 0; column--) {
    let sum = (x[column] ?? 0) / (diagonal[column] ?? 1);
    const end = start[column + 1] ?? 0;
    for (let entry = start[column] ?? 0; entry < end; entry++) {
      sum -= (value[entry] ?? 0) * (x[row[entry] ?? 0] ?? 0);
    }
    x[column] = sum;
  }
  const result = new Float64Array(x.length);
  for (const [step, vertex] of order.entries()) result[vertex] = x[step] ?? 0;
  return result;
}
