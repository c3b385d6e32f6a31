/** Mutations of amounts in $, so that they do not follow from the schedule. */
import type { MutableResult, Mutations, Spoil } from './mutants.ts';

type Breakdown = keyof NonNullable<MutableResult['cost_breakdown']>;

const breakdown =
  (field: Breakdown): Spoil =>
  ({ cost_breakdown }) => {
    if (!cost_breakdown) return false;
    cost_breakdown[field] = (cost_breakdown[field] ?? 0) + 10;
    return true;
  };

const amount =
  (field: 'total_cost_usd' | 'objective_value', change: number): Spoil =>
  (result) => {
    const value = result[field];
    if (value === null || value === undefined) return false;
    // Scale of the change: the tolerance of a cost is a share of the objective, which may consist mostly of penalties.
    const scale = Math.max(1, Math.abs(value), Math.abs(result.objective_value ?? 0));
    result[field] = value + change * scale;
    return true;
  };

export const amountMutations: Mutations = {
  'total cost too low': amount('total_cost_usd', -1e-4),
  'total cost too high': amount('total_cost_usd', 1e-4),
  'objective too low': amount('objective_value', -1e-4),
  'no total cost': (result) => {
    result.total_cost_usd = null;
    return true;
  },
  'bound above the objective': (result) => {
    result.lower_bound_usd = (result.objective_value ?? 0) + 10;
    return true;
  },
  'bound just above the objective': (result) => {
    const objective = result.objective_value ?? 0;
    result.lower_bound_usd = objective + 1e-5 * Math.max(1, Math.abs(objective));
    return true;
  },
  'bound that is no number': (result) => {
    result.lower_bound_usd = Number.NaN;
    return true;
  },
  'bound without a gap': (result) => {
    if (result.lower_bound_usd === null) return false;
    result.mip_gap = null;
    return true;
  },
  'gap without a bound': (result) => {
    if (result.mip_gap === null) return false;
    result.lower_bound_usd = null;
    return true;
  },
  'bound lower than its gap': (result, payload, _, jobType) => {
    const relaxed = jobType === 'ed' && payload.commitment === undefined;
    const objective = Math.abs(result.objective_value ?? 0);
    if (relaxed || result.lower_bound_usd === null || objective <= 1) return false;
    result.lower_bound_usd -= 0.01 * objective;
    return true;
  },
  'negative gap': (result) => {
    if (result.mip_gap === null) return false;
    result.mip_gap = -0.001;
    return true;
  },
  'gap that objective and bound do not have': (result, payload, _, jobType) => {
    const relaxed = jobType === 'ed' && payload.commitment === undefined;
    if (relaxed || result.mip_gap === null || Math.abs(result.objective_value ?? 0) <= 1) return false;
    result.mip_gap += 0.01;
    return true;
  },
  'energy_usd misstated': breakdown('energy_usd'),
  'no_load_usd misstated': breakdown('no_load_usd'),
  'startup_usd misstated': breakdown('startup_usd'),
  'shutdown_usd misstated': breakdown('shutdown_usd'),
  'penalty_usd misstated': breakdown('penalty_usd'),
  'stored_value_usd misstated': breakdown('stored_value_usd'),
  'bid_value_usd misstated': breakdown('bid_value_usd'),
};
