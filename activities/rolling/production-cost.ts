/**
 * Production cost of a unit that is on, $/h: no-load and marginal cost, or a convex piecewise linear curve,
 * which is the largest of its chords, also beyond its ends.
 */
import type { Generator } from '../../temporal/messages/generator.ts';

export function productionCost({ cost_curve, marginal_cost, no_load_cost }: Generator, mw: number) {
  const [first, ...others] = cost_curve ?? [];
  if (!first) return { energy: marginal_cost * mw, noLoad: no_load_cost };
  let left = first;
  let energy =
    others.length > 0 ? Number.NEGATIVE_INFINITY : first.usd_per_h + marginal_cost * (mw - first.mw);
  for (const right of others) {
    const slope = (right.usd_per_h - left.usd_per_h) / (right.mw - left.mw);
    energy = Math.max(energy, left.usd_per_h + slope * (mw - left.mw));
    left = right;
  }
  return { energy, noLoad: 0 };
}
