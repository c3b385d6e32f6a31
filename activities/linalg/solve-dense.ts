/** Solves a small dense system by Gaussian elimination with partial pivoting. */

/**
 * Returns X with A X = B, or undefined when a pivot is below `smallestPivot`. A: shape [n][n]; B: shape [n][m]; both
 * stay unchanged.
 */
export function solveDense(
  a: readonly Float64Array[],
  b: readonly Float64Array[],
  smallestPivot: number,
): Float64Array[] | undefined {
  const size = a.length;
  const rows = a.map((row, index) => joined(row, b[index] ?? new Float64Array()));
  for (let column = 0; column < size; column++) {
    const pivot = takePivot(rows, column);
    const scale = pivot[column] ?? 0;
    if (!(Math.abs(scale) >= smallestPivot)) return undefined;
    for (let entry = column; entry < pivot.length; entry++) pivot[entry] = (pivot[entry] ?? 0) / scale;
    for (const row of rows) if (row !== pivot) subtract(row, pivot, row[column] ?? 0, column);
  }
  return rows.map((row) => row.slice(size));
}

function joined(left: Float64Array, right: Float64Array): Float64Array {
  const row = new Float64Array(left.length + right.length);
  row.set(left);
  row.set(right, left.length);
  return row;
}

/** Swaps the row with the largest entry of a column into the position of the pivot; returns this row. */
function takePivot(rows: Float64Array[], column: number): Float64Array {
  let best = column;
  const size = (index: number): number => Math.abs(rows[index]?.[column] ?? 0);
  for (let index = column + 1; index < rows.length; index++) if (size(index) > size(best)) best = index;
  const pivot = rows[best] ?? new Float64Array();
  rows[best] = rows[column] ?? pivot;
  rows[column] = pivot;
  return pivot;
}

function subtract(row: Float64Array, pivot: Float64Array, factor: number, from: number): void {
  for (let entry = from; entry < row.length; entry++) {
    row[entry] = (row[entry] ?? 0) - factor * (pivot[entry] ?? 0);
  }
}
