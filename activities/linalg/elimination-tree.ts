/**
 * The elimination tree of a symmetric matrix and the size of each column of its factor.
 * Source: Davis, Algorithm 849: a concise sparse Cholesky factorization package, ACM TOMS 31 (2005).
 */
import type { UpperTriangle } from './compress.ts';
import { runningSum } from './running-sum.ts';

export interface EliminationTree {
  /** Parent of each column, -1 at a root, shape [size]. */
  readonly parent: Int32Array;
  /** First entry of each column of L, below its unit diagonal, shape [size + 1]. */
  readonly start: Int32Array;
}

export function eliminationTree(matrix: UpperTriangle): EliminationTree {
  const parent = new Int32Array(matrix.size).fill(-1);
  const seen = new Int32Array(matrix.size).fill(-1);
  const start = new Int32Array(matrix.size + 1);
  const climb = (from: number, column: number): void => {
    let vertex = from;
    while (seen[vertex] !== column) {
      if (parent[vertex] === -1) parent[vertex] = column;
      start[vertex + 1] = (start[vertex + 1] ?? 0) + 1;
      seen[vertex] = column;
      vertex = parent[vertex] ?? column;
    }
  };
  for (let column = 0; column < matrix.size; column++) {
    seen[column] = column;
    const end = matrix.start[column + 1] ?? 0;
    for (let entry = matrix.start[column] ?? 0; entry < end; entry++)
      climb(matrix.row[entry] ?? column, column);
  }
  runningSum(start);
  return { parent, start };
}
