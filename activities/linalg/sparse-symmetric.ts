/** A sparse symmetric matrix as a list of entries: each pair once, either triangle, repeated entries add up. */
export interface SparseSymmetric {
  /** Rows, equal to columns. */
  readonly size: number;
  /** Row of each entry, shape [entries]. */
  readonly row: Int32Array;
  /** Column of each entry, shape [entries]. */
  readonly column: Int32Array;
  /** Value of each entry, shape [entries]; an entry off the diagonal stands for its mirror image as well. */
  readonly value: Float64Array;
}
