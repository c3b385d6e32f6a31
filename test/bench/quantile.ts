/** Order statistics of measured times. */
export interface Spread {
  readonly n: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (q: number): number =>
    sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? 0;
  return { n: sorted.length, median: at(0.5), p95: at(0.95), max: at(1) };
}
