/**
 * Production cost of a unit that is on, $/h, and its slope: no-load and marginal cost, or a convex piecewise
 * linear curve, which is the largest of its chords, also beyond its ends.
 */
import type { Generator } from '../../../temporal/case/messages/generator.ts';

/** Outputs closer to a point of the curve than this are at it, MW. */
const AT_POINT_MW = 1e-3;

interface Segment {
  /** MW. */
  readonly from: number;
  readonly to: number;
  /** $/MWh. */
  readonly slope: number;
  /** At `from`, $/h. */
  readonly cost: number;
}

/** Slopes of the cost just below and just above an output, $/MWh; the same inside a segment. */
export interface Slopes {
  readonly below: number;
  readonly above: number;
}

export function productionCost(unit: Generator, mw: number): { energy: number; noLoad: number } {
  if (!unit.cost_curve) return { energy: unit.marginal_cost * mw, noLoad: unit.no_load_cost };
  const chords = segments(unit).map(({ from, slope, cost }) => cost + slope * (mw - from));
  return { energy: Math.max(...chords), noLoad: 0 };
}

export function costSlopes(unit: Generator, mw: number): Slopes {
  const all = segments(unit);
  const below = all.findLast(({ from }) => from < mw - AT_POINT_MW) ?? all[0];
  const above = all.find(({ to }) => to > mw + AT_POINT_MW) ?? all.at(-1);
  return { below: below?.slope ?? 0, above: above?.slope ?? 0 };
}

/** From left to right; the last has no end. */
function segments({ cost_curve: curve = [], marginal_cost, no_load_cost }: Generator): Segment[] {
  const [first, ...others] = curve;
  const to = Number.POSITIVE_INFINITY;
  if (!first) return [{ from: 0, to, slope: marginal_cost, cost: no_load_cost }];
  if (others.length === 0) return [{ from: first.mw, to, slope: marginal_cost, cost: first.usd_per_h }];
  return others.map((right, index) => {
    const left = curve[index] ?? first;
    const slope = (right.usd_per_h - left.usd_per_h) / (right.mw - left.mw);
    return { from: left.mw, to: index === others.length - 1 ? to : right.mw, slope, cost: left.usd_per_h };
  });
}
