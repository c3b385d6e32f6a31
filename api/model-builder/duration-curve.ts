/** Values of hours in falling order, thinned out to points that a chart can draw. */

const MOST_POINTS = 201;

interface DurationPoint {
  /** Share of the hours that are at least as high, %. */
  readonly share: number;
  readonly value: number;
}

/** The highest and the lowest value are kept; those between are as far apart from each other as the points allow. */
export function durationCurve(values: readonly number[]): DurationPoint[] {
  const falling = Float64Array.from(values).sort().reverse();
  const count = Math.min(MOST_POINTS, falling.length);
  return Array.from({ length: count }, (_, k) => {
    const at = count === 1 ? 0 : Math.round((k * (falling.length - 1)) / (count - 1));
    return { share: (100 * (at + 1)) / falling.length, value: falling[at] ?? 0 };
  });
}
