/** What a MWh costs of a unit at its maximum output in hour t, with its no-load cost, $/MWh. */
import type { Unit } from './instance.ts';

export function fullLoadPrice({ cost, pMax }: Unit, t: number): number {
  const { fixed = 0, segments = [] } = cost[t] ?? {};
  const mw = pMax[t] ?? 0;
  const usd = segments.reduce((sum, { width, slope }) => sum + width * slope, fixed);
  return mw > 0 ? usd / mw : Number.POSITIVE_INFINITY;
}
