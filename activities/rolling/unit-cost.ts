/**
 * Production cost of a unit that is on, $/h: no-load and marginal cost, or a convex piecewise linear curve,
 * which is the largest of its chords, also beyond its ends.
 */
import type { Generator } from '../../temporal/case/messages/generator.ts';

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

/** Start-up cost over the first `hours` hours, $: each start pays the last category whose lag has passed. */

/** Both per hour, 0 or 1. A dispatch without commitment runs units that it never starts. */
interface Starts {
  readonly commitment: readonly number[];
  readonly startup: readonly number[];
}

export function startupCost(unit: Generator, { commitment, startup }: Starts, hours: number): number {
  let cost = 0;
  let hoursOff = Math.max(0, -unit.initial_status);
  for (const [t, on] of commitment.slice(0, hours).entries()) {
    if (startup[t] === 1) cost += costAfter(unit, hoursOff);
    hoursOff = on === 1 ? 0 : hoursOff + 1;
  }
  return cost;
}

function costAfter({ startup_categories, startup_cost }: Generator, hoursOff: number): number {
  const passed = startup_categories?.findLast(({ lag_h }) => lag_h <= hoursOff);
  return (passed ?? startup_categories?.[0])?.cost_usd ?? startup_cost;
}
