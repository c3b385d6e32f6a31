/** Figures of a result without the noise of the last binary digits: costs, powers and prices to 1e-6. */
const STEPS = 1e6;
/** Share of a figure that is noise. */
const NOISE = 1e-13;

/** -0 would be another number to a reader. */
export const rounded = (value: number): number => Math.round(value * STEPS) / STEPS + 0;

/** A lower bound stays one: it is rounded up over noise only. */
export function roundedDown(bound: number): number {
  const nearest = rounded(bound);
  return nearest - bound <= NOISE * Math.abs(bound) ? nearest : rounded(nearest - 1 / STEPS);
}

/** The numbers of a record; what else it holds stays. */
export const allRounded = <T extends object>(figures: T): T => ({
  ...figures,
  ...Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      typeof value === 'number' ? rounded(value) : value,
    ]),
  ),
});

/** Seconds to the millisecond. */
export const wholeMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
