/**
 * The elimination tree of a symmetric matrix, the size of each column of its factor, and the pattern of each row.
 * Source: Davis, Algorithm 849: a concise sparse Cholesky factorization package, ACM TOMS 31 (2005).
 */
import { runningSum, type UpperTriangle } from './sparse-symmetric.ts';

interface EliminationTree {
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

/**
 * Returns a function that adds a column of A to `work` and returns the columns of L that meet the row of that
 * number, each before its ancestors: the union of the paths in the elimination tree from the entries of A. The array is
 * valid until the next call.
 */
export function rowPattern(
  matrix: UpperTriangle,
  parent: Int32Array,
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
        vertex = parent[vertex] ?? column;
      }
      while (length > 0) pattern[--top] = path[--length] ?? 0;
    }
    return pattern.subarray(top);
  };
}
