/**
 * Settings of a payload that a variable can change: numbers or names that belong to the payload itself, not to an
 * element. If a name is that of a setting, it is not read as a path or pattern.
 */
import { SOLVERS } from '../../solvers.ts';
import type { SolvePayload } from '../schema.ts';

type Value = number | string;

interface Setting {
  /** Valid values, in words for messages. */
  readonly wanted: string;
  accepts(value: Value): boolean;
  /** True if the setting changes costs only, and leaves the constraints of a schedule unchanged. */
  readonly costsOnly: boolean;
  /** Value of the setting; undefined if the payload does not set it. */
  read(payload: SolvePayload): Value | undefined;
  /** Sets the value. Throws a TypeError for an invalid value. */
  write(payload: SolvePayload, value: Value): SolvePayload;
}

const isSolver = (value: Value) => SOLVERS.find((solver) => solver === value);

/** A setting that is a number of at least 0. */
const amount = (name: 'emission_limit_t' | 'emission_price_usd_per_t', costsOnly: boolean): Setting => ({
  wanted: 'a number of at least 0',
  accepts: (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0,
  costsOnly,
  read: (payload) => payload[name],
  write: (payload, value) => ({ ...payload, [name]: numberOf(name, value) }),
});

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
  emission_limit_t: amount('emission_limit_t', false),
  emission_price_usd_per_t: amount('emission_price_usd_per_t', true),
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof SETTINGS;

export const settingOf = (name: SettingName): Setting => SETTINGS[name];

export const isSetting = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);

/** Sets the value; returns the payload itself if it already has this value. */
export const withSetting = (payload: SolvePayload, name: SettingName, value: Value): SolvePayload =>
  settingOf(name).read(payload) === value ? payload : settingOf(name).write(payload, value);

function numberOf(name: string, value: Value): number {
  if (typeof value !== 'number') throw new TypeError(`${name} takes numbers, not ${value}`);
  return value;
}
