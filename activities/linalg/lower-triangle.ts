/** The unit lower triangle L of a factorisation and the two substitutions with it, each O(entries). */
export interface LowerTriangle {
  /** First entry of each column, below its unit diagonal, shape [size + 1]. */
  readonly start: Int32Array;
  /** Row of each entry, shape [entries]. */
  readonly row: Int32Array;
  /** Value of each entry, shape [entries]. */
  readonly value: Float64Array;
}

/** Subtracts `factor` times the entries `first` to `end` of a column of L from `x`. */
export function subtractColumn(
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

/** Replaces x by L^-1 x; zeros of a sparse right-hand side cost nothing. */
export function substituteForward(lower: LowerTriangle, x: Float64Array): void {
  for (let column = 0; column < x.length; column++) {
    const known = x[column] ?? 0;
    if (known !== 0) subtractColumn(lower, lower.start[column] ?? 0, lower.start[column + 1] ?? 0, known, x);
  }
}

/** Replaces x by L^-T x. */
export function substituteBackward({ start, row, value }: LowerTriangle, x: Float64Array): void {
  for (let column = x.length - 1; column >= 0; column--) {
    const end = start[column + 1] ?? 0;
    let sum = x[column] ?? 0;
    for (let entry = start[column] ?? 0; entry < end; entry++) {
      sum -= (value[entry] ?? 0) * (x[row[entry] ?? 0] ?? 0);
    }
    x[column] = sum;
  }
}
