/**
 * Production cost of a unit that is on, convex and piecewise linear in its output:
 *
 *     cost(p_min + p') = fixed + sum_k slope_k s_k,   p' = sum_k s_k,   0 <= s_k <= width_k
 *
 * Slopes ascend, so that cheap segments fill first by themselves. Ends of a curve are extended.
 */
import { costChords, productionCost } from '../../temporal/case/arithmetic/unit-cost.ts';
import type { Generator } from '../../temporal/case/messages/generator.ts';
import type { Unit } from './instance.ts';

interface CostSegment {
  /** MW. */
  readonly width: number;
  /** $/MWh. */
  readonly slope: number;
}

export interface HourlyCost {
  /** Cost at minimum output, $/h. */
  readonly fixed: number;
  /** From minimum to maximum output; at least one. */
  readonly segments: readonly CostSegment[];
}

export function hourlyCost(generator: Generator, pMin: number, pMax: number): HourlyCost {
  const all = costChords(generator);
  const segments = all.map(({ from, slope }, k) => {
    const left = k === 0 ? pMin : Math.max(pMin, from);
    const right = Math.min(pMax, all[k + 1]?.from ?? Number.POSITIVE_INFINITY);
    return { width: right - left, slope };
  });
  const kept = segments.filter(({ width }) => width > 1e-9);
  return {
    fixed: costAt(generator, pMin),
    segments: kept.length > 0 ? kept : [{ width: 0, slope: all[0]?.slope ?? 0 }],
  };
}

/** Production cost at `output`, no-load cost included, $/h. */
export function costAt(generator: Generator, output: number): number {
  const { energy, noLoad } = productionCost(generator, output);
  return energy + noLoad;
}

/**
 * What a MWh costs of a unit at its maximum output in hour t, $/MWh: with its no-load cost, unless it must be on and
 * pays that in any case.
 */
export function fullLoadPrice({ cost, pMax, mustBeOn }: Unit, t: number): number {
  const { fixed = 0, segments = [] } = cost[t] ?? {};
  const mw = pMax[t] ?? 0;
  const avoidable = mustBeOn[t] ? 0 : fixed;
  const usd = segments.reduce((sum, { width, slope }) => sum + width * slope, avoidable);
  return mw > 0 ? usd / mw : Number.POSITIVE_INFINITY;
}
