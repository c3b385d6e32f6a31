/** Valid but unrealistic cases that are difficult for solvers. */

import type { Generator, SolvePayload } from '../../../temporal/case/schema.ts';
import type { SteadyUnit } from './a-unit.ts';
import { hardCase } from './hard-case.ts';

export const ODD = [
  'free',
  'equal',
  'unloaded',
  'ramping',
  'penalties',
  'five-minutes',
  'only-relaxed',
] as const;
export type Odd = (typeof ODD)[number];

/** Makes a case. `hours`: horizon of the five-minute case; all others have a day. */
export function oddCase(odd: Odd, units = 30, hours = 168): SolvePayload {
  const hard = hardCase(units, 24);
  const [first] = hard.generators;
  const options = { mip_gap: 0.001 };
  const each = (change: (unit: SteadyUnit) => Partial<Generator>): SolvePayload => ({
    ...hard,
    options,
    generators: hard.generators.map((unit) => ({ ...unit, ...change(unit) })),
  });
  switch (odd) {
    case 'free':
      return each(() => ({ marginal_cost: 0, no_load_cost: 0, startup_cost: 0 }));
    case 'equal': {
      const capacity = hard.generators.reduce((mw, { p_max }) => mw + p_max, 0);
      const alike = { ...first, p_max: capacity / units, p_min: (0.4 * capacity) / units };
      return each(({ name }) => ({ ...alike, name }));
    }
    case 'unloaded':
      return {
        ...hard,
        options,
        loads: hard.loads.map((load) => ({ ...load, values: load.values.map(() => 0) })),
      };
    case 'ramping':
      // Every unit ramps by a twentieth of its output per hour, and the load changes by more, so part of it is not
      // served.
      return {
        ...each(({ p_max, p_min = 0 }) => ({
          ramp_up: p_max / 20,
          ramp_down: p_max / 20,
          initial_status: 12,
          initial_power: p_min,
        })),
        options: { ...options, unserved_energy_usd_per_mwh: 1000 },
      };
    case 'penalties':
      return {
        ...each(({ marginal_cost = 0 }) => ({
          marginal_cost: marginal_cost / 20_000,
          no_load_cost: 0.01,
          startup_cost: 0.05,
        })),
        loads: hard.loads.map((load) => ({
          ...load,
          values: load.values.map((mw, t) => (t === 12 ? 1.5 * mw : mw)),
        })),
        options: { ...options, unserved_energy_usd_per_mwh: 1e6 },
      };
    case 'five-minutes': {
      const week = hardCase(8, hours + 1);
      const between = (values: readonly number[]): number[] =>
        Array.from({ length: 12 * hours }, (_, t) => {
          const [hour, share] = [Math.floor(t / 12), (t % 12) / 12];
          return (1 - share) * (values[hour] ?? 0) + share * (values[hour + 1] ?? 0);
        });
      return {
        ...week,
        options: { ...options, unserved_energy_usd_per_mwh: 1000 },
        horizon: 12 * hours,
        interval_minutes: 5,
        loads: week.loads.map((load) => ({ ...load, values: between(load.values) })),
      };
    }
    case 'only-relaxed':
      // Each unit gives 80 to 100 MW, so no number of units meets a load of 130 MW.
      return {
        ...hard,
        generators: hard.generators.slice(0, 3).map((unit) => ({ ...unit, p_min: 80, p_max: 100 })),
        loads: [{ bus: 1, values: Array.from({ length: 24 }, (_, t) => (t === 12 ? 130 : 90)) }],
      };
  }
}
