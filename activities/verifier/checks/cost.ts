/**
 * Costs: total_cost_usd, objective_value and cost_breakdown against what payload and schedule come to
 * [share of the cost, at least of 1 $].
 */
import { type RecomputedCost, recomputedCost } from '../recomputed-cost.ts';
import type { Rule } from '../rule.ts';
import type { Schedule } from '../schedule.ts';

export const cost: Rule = {
  name: 'cost',
  tolerance: 1e-6,
  *excesses(schedule) {
    const expected = recomputedCost(schedule);
    const { result } = schedule;
    const total = expected.energy + expected.noLoad + expected.startup;
    const scale = Math.max(1, Math.abs(total), Math.abs(total + expected.penalty));
    const apart = (a: number | null | undefined, b: number) => Math.abs((a ?? Number.NaN) - b) / scale;
    yield apart(result.total_cost_usd, total);
    yield apart(result.objective_value, total + expected.penalty);
    for (const [reported, amount] of breakdown(schedule, expected)) yield apart(reported, amount);
  },
};

/** A cost curve does not say how much of it is no-load cost: with one, only their sum is known. */
function breakdown({ payload, result }: Schedule, expected: RecomputedCost): [number, number][] {
  const reported = result.cost_breakdown;
  if (!reported) return [[Number.NaN, 0]];
  const curves = payload.generators.some((generator) => generator.cost_curve);
  const production: [number, number][] = curves
    ? [[reported.energy_usd + reported.no_load_usd, expected.energy + expected.noLoad]]
    : [
        [reported.energy_usd, expected.energy],
        [reported.no_load_usd, expected.noLoad],
      ];
  return [...production, [reported.startup_usd, expected.startup], [reported.penalty_usd, expected.penalty]];
}
