/** Results whose $ do not follow from the schedule. */
import type { Mutation } from './mutants.ts';

type Breakdown =
  | 'energy_usd'
  | 'no_load_usd'
  | 'startup_usd'
  | 'shutdown_usd'
  | 'penalty_usd'
  | 'stored_value_usd';

const breakdown = (field: Breakdown): Mutation => ({
  name: `${field} misstated`,
  spoil: ({ cost_breakdown }) => {
    if (!cost_breakdown) return false;
    cost_breakdown[field] = (cost_breakdown[field] ?? 0) + 10;
    return true;
  },
});

const amount = (name: string, field: 'total_cost_usd' | 'objective_value', change: number): Mutation => ({
  name,
  spoil: (result) => {
    const value = result[field];
    if (value === null || value === undefined) return false;
    result[field] = value + change * Math.max(1, Math.abs(value));
    return true;
  },
});

export const amountMutations: readonly Mutation[] = [
  amount('total cost too low', 'total_cost_usd', -1e-4),
  amount('total cost too high', 'total_cost_usd', 1e-4),
  amount('objective too low', 'objective_value', -1e-4),
  {
    name: 'no total cost',
    spoil: (result) => {
      result.total_cost_usd = null;
      return true;
    },
  },
  {
    name: 'bound above the objective',
    spoil: (result) => {
      result.lower_bound_usd = (result.objective_value ?? 0) + 10;
      return true;
    },
  },
  {
    name: 'bound just above the objective',
    spoil: (result) => {
      const objective = result.objective_value ?? 0;
      result.lower_bound_usd = objective + 1e-5 * Math.max(1, Math.abs(objective));
      return true;
    },
  },
  {
    name: 'bound that is no number',
    spoil: (result) => {
      result.lower_bound_usd = Number.NaN;
      return true;
    },
  },
  {
    name: 'bound without a gap',
    spoil: (result) => {
      if (result.lower_bound_usd === null) return false;
      result.mip_gap = null;
      return true;
    },
  },
  {
    name: 'gap without a bound',
    spoil: (result) => {
      if (result.mip_gap === null) return false;
      result.lower_bound_usd = null;
      return true;
    },
  },
  {
    name: 'bound lower than its gap',
    spoil: (result, payload, _, jobType) => {
      const relaxed = jobType === 'ed' && payload.commitment === undefined;
      const objective = Math.abs(result.objective_value ?? 0);
      if (relaxed || result.lower_bound_usd === null || objective <= 1) return false;
      result.lower_bound_usd -= 0.01 * objective;
      return true;
    },
  },
  {
    name: 'negative gap',
    spoil: (result) => {
      if (result.mip_gap === null) return false;
      result.mip_gap = -0.001;
      return true;
    },
  },
  {
    name: 'gap that objective and bound do not have',
    spoil: (result, payload, _, jobType) => {
      const relaxed = jobType === 'ed' && payload.commitment === undefined;
      if (relaxed || result.mip_gap === null || Math.abs(result.objective_value ?? 0) <= 1) return false;
      result.mip_gap += 0.01;
      return true;
    },
  },
  breakdown('energy_usd'),
  breakdown('no_load_usd'),
  breakdown('startup_usd'),
  breakdown('shutdown_usd'),
  breakdown('penalty_usd'),
  breakdown('stored_value_usd'),
];
