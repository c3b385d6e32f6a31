/** The lists of a payload whose elements a variable can change, and what is to be known of each. */
import type { Schema } from 'yup';
import { generatorSchema } from '../messages/generator.ts';
import { dcLineSchema, lineSchema } from '../messages/network.ts';
import type { SolvePayload } from '../messages/payload.ts';
import { loadSchema, renewableSchema, reserveSchema, storageSchema } from '../messages/resources.ts';

export type Collection = keyof Pick<
  SolvePayload,
  'generators' | 'loads' | 'transmission_lines' | 'dc_lines' | 'renewables' | 'storage' | 'reserves'
>;

/**
 * How a numeric field takes a value:
 * - `number`: one number, or an array of which every element is changed.
 * - `hours`: a whole number of intervals, in hours; results are rounded.
 * - `hourly`: an array [horizon]; when absent, a value fills every hour.
 * - `rating`: a number of which 0, like null, stands for "unlimited".
 * - `curve`: points {mw, usd_per_h}; a value changes their marginal cost.
 */
export type FieldKind = 'number' | 'hours' | 'hourly' | 'rating' | 'curve';

interface CollectionFacts {
  /** What one element is called in words. */
  readonly noun: string;
  readonly schema: Schema;
  /** What the elements of a payload are called in paths. */
  readonly names: (payload: SolvePayload) => string[];
  /** Numeric fields that a variable can change. */
  readonly fields: ReadonlyMap<string, FieldKind>;
  /** Fields that change costs only: what a schedule must keep to stays as it is. */
  readonly costs: readonly string[];
}

/** Maps, not objects: names come from clients, and no name may reach a prototype. */
const fields = (kinds: Readonly<Record<string, FieldKind>>): ReadonlyMap<string, FieldKind> =>
  new Map(Object.entries(kinds));

export const COLLECTIONS: Readonly<Record<Collection, CollectionFacts>> = {
  generators: {
    noun: 'generator',
    schema: generatorSchema,
    names: ({ generators }) => generators.map(({ name }) => name),
    fields: fields({
      p_max: 'number',
      p_min: 'number',
      marginal_cost: 'number',
      no_load_cost: 'number',
      startup_cost: 'number',
      shutdown_cost: 'number',
      ramp_up: 'number',
      ramp_down: 'number',
      min_uptime: 'hours',
      min_downtime: 'hours',
      initial_status: 'hours',
      initial_power_mw: 'number',
      startup_ramp: 'number',
      shutdown_ramp: 'number',
      co2_t_per_mwh: 'number',
      co2_t_per_start: 'number',
      p_max_profile: 'hourly',
      p_min_profile: 'hourly',
      // A path ends at its last dot, so that only patterns reach this one.
      'cost_curve.usd_per_h': 'curve',
    }),
    costs: ['marginal_cost', 'no_load_cost', 'startup_cost', 'shutdown_cost', 'cost_curve.usd_per_h'],
  },
  loads: {
    noun: 'load at bus',
    schema: loadSchema,
    names: ({ loads }) => loads.map(({ bus }) => String(bus)),
    fields: fields({ values: 'hourly' }),
    costs: [],
  },
  transmission_lines: {
    noun: 'transmission line',
    schema: lineSchema,
    names: ({ transmission_lines: lines = [] }) => lines.map(({ id }) => id),
    fields: fields({
      x_pu: 'number',
      r_pu: 'number',
      rating_mw: 'rating',
      emergency_rating_mw: 'rating',
      penalty_usd_per_mwh: 'number',
      phase_shift_deg: 'number',
    }),
    costs: ['penalty_usd_per_mwh'],
  },
  dc_lines: {
    noun: 'DC line',
    schema: dcLineSchema,
    names: ({ dc_lines: lines = [] }) => lines.map(({ id }) => id),
    fields: fields({ p_min_mw: 'number', p_max_mw: 'number' }),
    costs: [],
  },
  renewables: {
    noun: 'renewable',
    schema: renewableSchema,
    names: ({ renewables = [] }) => renewables.map(({ name }) => name),
    fields: fields({ p_min: 'hourly', p_max: 'hourly', marginal_cost: 'number' }),
    costs: ['marginal_cost'],
  },
  storage: {
    noun: 'storage',
    schema: storageSchema,
    names: ({ storage = [] }) => storage.map(({ name }) => name),
    fields: fields({
      energy_mwh: 'number',
      charge_mw: 'number',
      discharge_mw: 'number',
      efficiency: 'number',
      initial_mwh: 'number',
      final_mwh: 'number',
      final_value_usd_per_mwh: 'number',
    }),
    costs: ['final_value_usd_per_mwh'],
  },
  reserves: {
    noun: 'reserve',
    schema: reserveSchema,
    names: ({ reserves = [] }) => reserves.map(({ name }) => name),
    fields: fields({ mw: 'number', penalty_usd_per_mwh: 'number', response_min: 'number' }),
    costs: ['penalty_usd_per_mwh'],
  },
};

const isCollection = (name: string): name is Collection => Object.hasOwn(COLLECTIONS, name);

export const COLLECTION_NAMES: readonly Collection[] = Object.keys(COLLECTIONS).filter(isCollection);
