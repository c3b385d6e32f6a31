/**
 * What a MWh costs of a unit at its maximum output in hour t, $/MWh: with its no-load cost, unless it must be on and
 * pays that in any case.
 */
import type { Unit } from './instance.ts';

export function fullLoadPrice({ cost, pMax, mustBeOn }: Unit, t: number): number {
  const { fixed = 0, segments = [] } = cost[t] ?? {};
  const mw = pMax[t] ?? 0;
  const avoidable = mustBeOn[t] ? 0 : fixed;
  const usd = segments.reduce((sum, { width, slope }) => sum + width * slope, avoidable);
  return mw > 0 ? usd / mw : Number.POSITIVE_INFINITY;
}
