/** LU factors of a dense square matrix with partial pivoting; the matrix may be indefinite. */
const SINGULAR = 1e-10;

export interface DenseLu {
  /** Solves A x = b; b has shape [n] and is left alone. */
  solve(b: Float64Array): Float64Array;
}

/** `a` has shape [n * n], row-major, and is overwritten. Throws RangeError when A is singular. */
export function factorize(a: Float64Array, n: number): DenseLu {
  const order = Int32Array.from({ length: n }, (_, i) => i);
  const at = (row: number, col: number): number => a[row * n + col] ?? 0;
  for (let k = 0; k < n; k++) {
    pivot(a, n, k, order);
    const diagonal = at(k, k);
    if (!(Math.abs(diagonal) > SINGULAR)) throw new RangeError('singular matrix');
    for (let i = k + 1; i < n; i++) {
      const factor = at(i, k) / diagonal;
      a[i * n + k] = factor;
      if (factor === 0) continue;
      for (let j = k + 1; j < n; j++) a[i * n + j] = at(i, j) - factor * at(k, j);
    }
  }
  return {
    solve(b) {
      const x = Float64Array.from(order, (row) => b[row] ?? 0);
      for (let i = 0; i < n; i++) {
        let sum = x[i] ?? 0;
        for (let j = 0; j < i; j++) sum -= at(i, j) * (x[j] ?? 0);
        x[i] = sum;
      }
      for (let i = n - 1; i >= 0; i--) {
        let sum = x[i] ?? 0;
        for (let j = i + 1; j < n; j++) sum -= at(i, j) * (x[j] ?? 0);
        x[i] = sum / at(i, i);
      }
      return x;
    },
  };
}

/** Swaps the row with the largest entry of column k into row k. */
function pivot(a: Float64Array, n: number, k: number, order: Int32Array): void {
  let best = k;
  for (let i = k + 1; i < n; i++) {
    if (Math.abs(a[i * n + k] ?? 0) > Math.abs(a[best * n + k] ?? 0)) best = i;
  }
  if (best === k) return;
  const row = a.slice(k * n, (k + 1) * n);
  a.copyWithin(k * n, best * n, (best + 1) * n);
  a.set(row, best * n);
  [order[k], order[best]] = [order[best] ?? 0, order[k] ?? 0];
}
