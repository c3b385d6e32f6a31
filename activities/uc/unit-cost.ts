/**
 * Production cost of a unit that is on, convex and piecewise linear in its output:
 *
 *     cost(p_min + p') = fixed + sum_k slope_k s_k,   p' = sum_k s_k,   0 <= s_k <= width_k
 *
 * Slopes ascend, so that cheap segments fill first by themselves. Ends of a curve are extended.
 */
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

interface Chord {
  readonly from: number;
  readonly slope: number;
  /** Cost at `from`, $/h. */
  readonly cost: number;
}

/** Chords of the curve by their left ends; the first also holds to the left of its end. */
function chords({ cost_curve: curve, marginal_cost, no_load_cost }: Generator): Chord[] {
  const first = curve?.[0];
  if (!curve || !first) return [{ from: 0, slope: marginal_cost, cost: no_load_cost }];
  if (curve.length === 1) return [{ from: first.mw, slope: marginal_cost, cost: first.usd_per_h }];
  return curve.slice(1).map((right, k) => {
    const left = curve[k] ?? first;
    return {
      from: left.mw,
      slope: (right.usd_per_h - left.usd_per_h) / (right.mw - left.mw),
      cost: left.usd_per_h,
    };
  });
}

/** Production cost at `output`, $/h. */
export function productionCost(generator: Generator, output: number): number {
  return Math.max(...chords(generator).map(({ from, slope, cost }) => cost + slope * (output - from)));
}

export function hourlyCost(generator: Generator, pMin: number, pMax: number): HourlyCost {
  const all = chords(generator);
  const segments = all.map(({ from, slope }, k) => {
    const left = k === 0 ? pMin : Math.max(pMin, from);
    const right = Math.min(pMax, all[k + 1]?.from ?? Number.POSITIVE_INFINITY);
    return { width: right - left, slope };
  });
  const kept = segments.filter(({ width }) => width > 1e-9);
  return {
    fixed: productionCost(generator, pMin),
    segments: kept.length > 0 ? kept : [{ width: 0, slope: all[0]?.slope ?? 0 }],
  };
}

/** Cost of a start after `hoursOff` hours, $: the tier with the largest lag that has passed, else the first. */
export function startupCost({ startupTiers }: Pick<Unit, 'startupTiers'>, hoursOff: number): number {
  const passed = startupTiers.findLast(({ lag }) => lag <= hoursOff);
  return (passed ?? startupTiers[0])?.cost ?? 0;
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
