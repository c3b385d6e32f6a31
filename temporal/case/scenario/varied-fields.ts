/**
 * What a variable of a scenario matrix can change: numeric fields by collection, and how each takes a value; and settings,
 * which are one number, or one name, of the payload itself. Such a name means its row, whatever a path or a pattern would
 * make of it.
 */
import { SOLVERS } from '../../solvers.ts';
import type { SolvePayload } from '../messages/payload.ts';
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

type Value = number | string;

interface Setting {
  /** What a value has to be, in words. */
  readonly wanted: string;
  accepts(value: Value): boolean;
  /** Whether it leaves what a schedule must keep to as it is. */
  readonly costsOnly: boolean;
  /** Undefined where the payload does not say. */
  read(payload: SolvePayload): Value | undefined;
  /** Throws a TypeError for a value that is not accepted. */
  write(payload: SolvePayload, value: Value): SolvePayload;
}

const isSolver = (value: Value) => SOLVERS.find((known) => known === value);

export const SETTINGS = {
  solver: {
    wanted: `one of ${SOLVERS.join(', ')}`,
    accepts: (value) => isSolver(value) !== undefined,
    costsOnly: true,
    read: ({ solver }) => solver,
    write(payload, value) {
      const solver = isSolver(value);
      if (solver === undefined) throw new TypeError(`There is no solver ${value}`);
      return { ...payload, solver };
    },
  },
  mip_gap: {
    wanted: 'a number from 0 to 1',
    accepts: (value) => typeof value === 'number' && value >= 0 && value <= 1,
    costsOnly: true,
    read: ({ options }) => options?.mip_gap,
    write: (payload, value) => ({
      ...payload,
      options: { ...payload.options, mip_gap: numberOf('mip_gap', value) },
    }),
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof SETTINGS;

export const settingOf = (name: SettingName): Setting => SETTINGS[name];

export const isSetting = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);

/** The payload itself where it has this value already. */
export const withSetting = (payload: SolvePayload, name: SettingName, value: Value): SolvePayload =>
  settingOf(name).read(payload) === value ? payload : settingOf(name).write(payload, value);

function numberOf(name: string, value: Value): number {
  if (typeof value !== 'number') throw new TypeError(`${name} takes numbers, not ${value}`);
  return value;
}
