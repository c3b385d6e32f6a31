/**
 * A sparse symmetric matrix as a list of entries. A pair of mirrored entries is listed once, in either triangle.
 * Repeated entries add up.
 */
export interface SparseSymmetric {
  /** Number of rows, and of columns. */
  readonly size: number;
  /**
   * Row of each entry. `column` and `value` have the same order; shape [entries] each. An off-diagonal entry also
   * stands for its mirror image.
   */
  readonly row: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
}

/** The upper triangle of a sparse symmetric matrix, reordered and stored by columns, as the factorisation reads it. */
export interface UpperTriangle {
  readonly size: number;
  /** First entry of each column, shape [size + 1]. */
  readonly start: Int32Array;
  /** Row of each entry, at most its column, shape [entries]. */
  readonly row: Int32Array;
  /** Value of each entry, shape [entries]; entries at one position add up. */
  readonly value: Float64Array;
}

/** Returns P A P^T, where `order[k]` is the row of A that becomes row k. */
export function compress(matrix: SparseSymmetric, order: Int32Array): UpperTriangle {
  const place = new Int32Array(matrix.size);
  for (const [step, vertex] of order.entries()) place[vertex] = step;
  const start = new Int32Array(matrix.size + 1);
  const low = new Int32Array(matrix.row.length);
  const high = new Int32Array(matrix.row.length);
  for (const [entry, original] of matrix.row.entries()) {
    const row = place[original] ?? 0;
    const column = place[matrix.column[entry] ?? 0] ?? 0;
    low[entry] = Math.min(row, column);
    high[entry] = Math.max(row, column);
    const after = Math.max(row, column) + 1;
    start[after] = (start[after] ?? 0) + 1;
  }
  runningSum(start);
  const next = start.slice();
  const row = new Int32Array(low.length);
  const value = new Float64Array(low.length);
  for (const [entry, column] of high.entries()) {
    const slot = next[column] ?? 0;
    next[column] = slot + 1;
    row[slot] = low[entry] ?? 0;
    value[slot] = matrix.value[entry] ?? 0;
  }
  return { size: matrix.size, start, row, value };
}

/**
 * Replaces `counts` by running sums: with the count of column k stored at k + 1, entry k becomes the start of column k.
 */
export function runningSum(counts: Int32Array): void {
  let sum = 0;
  for (const [index, count] of counts.entries()) {
    sum += count;
    counts[index] = sum;
  }
}
