/**
 * Lower bounds: neither the solver's nor the independent one is above the objective, and mip_gap is the gap of
 * the solver's  [share of the objective, at least of 1 $]. That no schedule costs less than the solver's bound is
 * the solver's word; of the independent one it is proven (bound/independent-bound.ts), so that one above the
 * objective is a mistake here or a schedule that is none.
 */
import type { IndependentBound } from '../bound/independent-bound.ts';
import { recomputedCost } from '../recomputed-cost.ts';
import type { Rule } from '../rule.ts';

export const bound = (independent: IndependentBound | undefined): Rule => ({
  name: 'bound',
  tolerance: 1e-6,
  *excesses(schedule) {
    const { lower_bound_usd, mip_gap } = schedule.result;
    const { energy, noLoad, startup, penalty } = recomputedCost(schedule);
    const objective = energy + noLoad + startup + penalty;
    const scale = Math.max(1, Math.abs(objective));
    if (independent) yield (independent.bound - independent.tolerance - objective) / scale;
    if ((lower_bound_usd === null) !== (mip_gap === null)) yield Number.POSITIVE_INFINITY;
    if (lower_bound_usd === null || mip_gap === null) return;
    yield (lower_bound_usd - objective) / scale;
    yield -mip_gap;
    // A relaxed dispatch adds no-load costs that its bound does not know, so its gap says nothing.
    const gap = Math.max(0, objective - lower_bound_usd) / Math.abs(objective);
    if (Math.abs(objective) > 1 && !schedule.relaxed) yield Math.abs(mip_gap - gap);
  },
});
