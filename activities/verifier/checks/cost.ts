/**
 * Costs: total_cost_usd, objective_value and cost_breakdown against the costs computed from payload and schedule [share
 * of the cost, at least of 1 $].
 */

import type { IndependentBound } from '../bound/independent-bound.ts';
import { objectiveOf, type RecomputedCost, recomputedCost, totalOf } from '../cost/recomputed-cost.ts';
import type { Rule, Schedule } from '../schedule/schedule.ts';

export const cost: Rule = {
  name: 'cost',
  tolerance: 1e-6,
  *excesses(schedule) {
    const expected = recomputedCost(schedule);
    const { result } = schedule;
    const total = totalOf(expected);
    const objective = objectiveOf(expected);
    const scale = Math.max(1, Math.abs(total), Math.abs(objective));
    const apart = (a: number | null | undefined, b: number) => Math.abs((a ?? Number.NaN) - b) / scale;
    yield apart(result.total_cost_usd, total);
    yield apart(result.objective_value, objective);
    for (const [reported, amount] of breakdown(schedule, expected)) yield apart(reported, amount);
  },
};

/**
 * Pairs of reported and expected costs. With a cost curve, which does not separate the no-load cost, only the sum of
 * energy and no-load cost is compared.
 */
function breakdown({ result, units }: Schedule, expected: RecomputedCost): [number, number][] {
  const reported = result.cost_breakdown;
  if (!reported) return [[Number.NaN, 0]];
  const curves = units.some(({ cost_curve }) => cost_curve.length > 0);
  const production: [number, number][] = curves
    ? [[reported.energy_usd + reported.no_load_usd, expected.energy + expected.noLoad]]
    : [
        [reported.energy_usd, expected.energy],
        [reported.no_load_usd, expected.noLoad],
      ];
  return [
    ...production,
    [reported.startup_usd, expected.startup],
    [reported.shutdown_usd ?? 0, expected.shutdown],
    [reported.penalty_usd, expected.penalty],
    [reported.stored_value_usd ?? 0, expected.stored],
    [reported.bid_value_usd ?? 0, expected.bought],
  ];
}

/**
 * Lower bounds: neither the solver's bound nor the independent bound is above the objective, and mip_gap is the gap of
 * the solver's bound [share of the objective, at least of 1 $]. Only the solver vouches for its bound. The independent
 * bound is proven (bound/independent-bound.ts): if it is above the objective, the verifier is wrong or the schedule is
 * infeasible.
 */
export const bound = (independent: IndependentBound | undefined): Rule => ({
  name: 'bound',
  tolerance: 1e-6,
  *excesses(schedule) {
    const { lower_bound_usd, mip_gap } = schedule.result;
    const objective = objectiveOf(recomputedCost(schedule));
    const scale = Math.max(1, Math.abs(objective));
    if (independent) yield (independent.bound - independent.tolerance - objective) / scale;
    if ((lower_bound_usd === null) !== (mip_gap === null)) yield Number.POSITIVE_INFINITY;
    if (lower_bound_usd === null || mip_gap === null) return;
    yield (lower_bound_usd - objective) / scale;
    yield -mip_gap;
    // The objective of a relaxed dispatch includes no-load costs, but its bound does not, so its gap is not compared.
    const gap = Math.max(0, objective - lower_bound_usd) / Math.abs(objective);
    if (Math.abs(objective) > 1 && !schedule.relaxed) yield Math.abs(mip_gap - gap);
  },
});
