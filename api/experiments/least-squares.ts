/**
 * A straight line through points, and how well it describes them:
 *
 *   slope = Sxy / Sxx,   r = Sxy / sqrt(Sxx Syy),   Suv = sum (u - mean u) (v - mean v)
 *
 * Draper, Smith: Applied Regression Analysis, 3rd ed. (1998), sections 1.2 and 1.6.
 */
export type Point = readonly [x: number, y: number];

export interface Line {
  /** Unit of y per unit of x. */
  readonly slope: number;
  /** Pearson's r, -1..1; null where all y are equal. */
  readonly correlation: number | null;
}

/** Null where the points do not span a line: fewer than two distinct x. */
export function leastSquares(points: readonly Point[]): Line | null {
  const xMean = mean(points.map(([x]) => x)) ?? 0;
  const yMean = mean(points.map(([, y]) => y)) ?? 0;
  const sum = (term: (dx: number, dy: number) => number): number =>
    points.reduce((total, [x, y]) => total + term(x - xMean, y - yMean), 0);
  const sxx = sum((dx) => dx * dx);
  const sxy = sum((dx, dy) => dx * dy);
  const syy = sum((_, dy) => dy * dy);
  const slope = sxy / sxx;
  return Number.isFinite(slope) ? { slope, correlation: pearson(sxx, sxy, syy) } : null;
}

/** Rounding may take the quotient past its bounds. */
function pearson(sxx: number, sxy: number, syy: number): number | null {
  const quotient = sxy / (Math.sqrt(sxx) * Math.sqrt(syy));
  return Number.isFinite(quotient) ? Math.min(1, Math.max(-1, quotient)) : null;
}

/** Arithmetic mean, taken from the first value so that equal values have exactly their own mean; null of nothing. */
export function mean(values: readonly number[]): number | null {
  const [origin] = values;
  if (origin === undefined) return null;
  const offset = values.reduce((sum, value) => sum + (value - origin), 0);
  return origin + offset / values.length;
}
