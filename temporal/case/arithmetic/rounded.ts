/** Rounds results to multiples of 1e-6, which removes floating-point noise from costs, powers and prices. */
const STEPS = 1e6;
/** Relative size of floating-point noise. */
const NOISE = 1e-13;

/** Rounds a number; adding 0 avoids -0, which prints differently. */
export const rounded = (value: number): number => Math.round(value * STEPS) / STEPS + 0;

/**
 * Rounds a lower bound down, so that it stays valid. A bound within floating-point noise of a step is rounded to that
 * step.
 */
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

/** Time in seconds, rounded to milliseconds. */
export const wholeMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
