/** Numeric fields that a variable can change, by collection, and how each takes a value. */
import type { Collection } from './change.ts';

/**
 * - `number`: one number, or an array of which every element is changed.
 * - `hours`: a whole number of hours; results are rounded.
 * - `hourly`: an array [horizon]; when absent, a value fills every hour.
 * - `rating`: a number of which 0, like null, stands for "unlimited".
 * - `curve`: points {mw, usd_per_h}; a value changes their marginal cost.
 */
export type FieldKind = 'number' | 'hours' | 'hourly' | 'rating' | 'curve';

/** Maps, not objects: names come from clients, and no name may reach a prototype. */
const fields = (kinds: Readonly<Record<string, FieldKind>>): ReadonlyMap<string, FieldKind> =>
  new Map(Object.entries(kinds));

export const VARIED_FIELDS: Readonly<Record<Collection, ReadonlyMap<string, FieldKind>>> = {
  generators: fields({
    p_max: 'number',
    p_min: 'number',
    marginal_cost: 'number',
    no_load_cost: 'number',
    startup_cost: 'number',
    ramp_up: 'number',
    ramp_down: 'number',
    min_uptime: 'hours',
    min_downtime: 'hours',
    initial_status: 'hours',
    initial_power_mw: 'number',
    startup_ramp: 'number',
    shutdown_ramp: 'number',
    p_max_profile: 'hourly',
    p_min_profile: 'hourly',
    // A path ends at its last dot, so that only patterns reach this one.
    'cost_curve.usd_per_h': 'curve',
  }),
  loads: fields({ values: 'hourly' }),
  transmission_lines: fields({
    x_pu: 'number',
    r_pu: 'number',
    rating_mw: 'rating',
    emergency_rating_mw: 'rating',
    penalty_usd_per_mwh: 'number',
  }),
  renewables: fields({ p_min: 'hourly', p_max: 'hourly', marginal_cost: 'number' }),
  storage: fields({
    energy_mwh: 'number',
    charge_mw: 'number',
    discharge_mw: 'number',
    efficiency: 'number',
    initial_mwh: 'number',
    final_mwh: 'number',
  }),
  reserves: fields({ mw: 'number', penalty_usd_per_mwh: 'number' }),
};
