/** Rounding of results to remove floating-point noise: costs, powers and prices to 1e-6. */
const STEPS = 1e6;
/** Relative size of floating-point noise. */
const NOISE = 1e-13;

/** Adds 0 to avoid -0, which prints differently. */
export const rounded = (value: number): number => Math.round(value * STEPS) / STEPS + 0;

/** Rounds a lower bound down, so that it stays valid, unless the difference is noise. */
export function roundedDown(bound: number): number {
  const nearest = rounded(bound);
  return nearest - bound <= NOISE * Math.abs(bound) ? nearest : rounded(nearest - 1 / STEPS);
}

/** Rounds all numbers of a record. */
export const allRounded = <T extends object>(figures: T): T => ({
  ...figures,
  ...Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      typeof value === 'number' ? rounded(value) : value,
    ]),
  ),
});

/** Seconds, rounded to milliseconds. */
export const wholeMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
