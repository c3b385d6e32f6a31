/**
 * Adds a price of emissions to the costs of a unit: the price of the payload, or in the bound and in the proof of
 * prices that of the emission limit. It is linear in output and starts, so that a cost curve stays convex.
 */
import type { JudgedUnit } from './case.ts';

type Costs = Pick<
  JudgedUnit,
  'co2_t_per_mwh' | 'co2_t_per_start' | 'marginal_cost' | 'cost_curve' | 'startup_categories'
>;

/** The unit with its CO2 at `usdPerT`, $/t, in the costs of its output and its starts. */
export function withEmissionCosts<Unit extends Costs>(unit: Unit, usdPerT: number): Unit {
  const energy = usdPerT * unit.co2_t_per_mwh;
  const start = usdPerT * unit.co2_t_per_start;
  return {
    ...unit,
    marginal_cost: unit.marginal_cost.map((usd) => usd + energy),
    cost_curve: unit.cost_curve.map(({ mw, usd_per_h }) => ({ mw, usd_per_h: usd_per_h + energy * mw })),
    startup_categories: unit.startup_categories.map((tier) => ({
      ...tier,
      cost_usd: tier.cost_usd + start,
    })),
  };
}
