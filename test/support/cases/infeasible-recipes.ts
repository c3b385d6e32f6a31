/** Recipes for payloads without a schedule: each puts a fault into one hour of a day, and states the cause. */

import type { Cause } from '../../../temporal/case/messages/infeasibility.ts';
import type { Generator, SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { aUnit, type SteadyUnit } from './a-unit.ts';
import type { Draw } from './random.ts';

/** Setting of a recipe: a day whose load two units serve, and the hour of the fault. */
export interface Setting {
  readonly draw: Draw;
  readonly horizon: number;
  /** Hour of the fault: at least 1, and before the last. */
  readonly hour: number;
  readonly units: readonly [SteadyUnit, SteadyUnit];
  readonly capacity: number;
  /** Missing power, or excess power, MW. */
  readonly off: number;
}
export type Recipe = (setting: Setting) => {
  readonly jobType?: JobType;
  readonly payload: Partial<SolvePayload>;
  readonly cause: readonly [
    code: Cause['code'],
    element_type?: Cause['element_type'],
    element_id?: string | null,
    hour?: number | null,
  ];
};

const line = (from_bus: number, to_bus: number, rating_mw: number | null = null) => ({
  id: `${from_bus}-${to_bus}`,
  from_bus,
  to_bus,
  x_pu: 0.1,
  rating_mw,
});
/** Hourly values that are `usual`, except in the hour of the fault. */
const except = ({ horizon, hour }: Setting, usual: number, then: number): number[] =>
  Array.from({ length: horizon }, (_, t) => (t === hour ? then : usual));
/** Hourly values that change in the hour of the fault and stay changed. */
const from = ({ horizon, hour }: Setting, usual: number, then: number): number[] =>
  Array.from({ length: horizon }, (_, t) => (t < hour ? usual : then));
const loadAt = (bus: number, values: number[]) => ({ bus, values });
const load = (s: Setting, usual: number, then: number, bus = 1) => [loadAt(bus, except(s, usual, then))];
/** Both units, the second of which has changes. */
const second = ({ units: [a, b] }: Setting, changes: Partial<Generator>) => [
  a,
  { ...b, ...changes, rated: { p_min: b.p_min, p_max: b.p_max } },
];
const fix = (generator: string, ...on: [hour: number, on: boolean][]) =>
  on.map(([hour, state]) => ({ generator, hour, on: state }));

const until = ({ hour }: Setting, on: (t: number) => boolean) =>
  Array.from({ length: hour + 1 }, (_, t): [number, boolean] => [t, on(t)]);

/** Two units of 50 to 60 MW. Outputs between those of one unit and of both units together are impossible. */
const lumpy = () => ['A', 'B'].map((name) => aUnit(name, { p_min: 50, p_max: 60 }));
const battery = { name: 'S', bus: 1, energy_mwh: 60, charge_mw: 10, discharge_mw: 10, efficiency: 1 };

/** A load of 30 MW in every hour, and two units, the cleaner of which emits 0.5 t/MWh. */
const emitting = ({ units: [first, second] }: Setting, changes: Partial<Generator> = {}): Generator[] => [
  { ...first, co2_t_per_mwh: 1, ...changes },
  { ...second, co2_t_per_mwh: 0.5 },
];

/** A peak that needs all capacity, and a second unit that burns 10 MMBtu/MWh. */
const burning = (s: Setting): Partial<SolvePayload> => ({
  loads: load(s, s.capacity / 2, s.capacity),
  generators: second(s, { fuel: 'gas', heat_rate_btu_per_kwh: 10_000 }),
});
const ofHour = ({ hour }: Setting) => ({ fuel: 'gas', first_hour: hour, last_hour: hour });

const RING = { transmission_lines: [line(1, 2), line(2, 3), line(1, 3)] };
const OUT_OF_1 = { id: 'I', lines: ['1-2', '1-3'].map((id) => ({ id, factor: 1 })) };

export const INFEASIBLE_RECIPES: Readonly<Record<string, Recipe>> = {
  'load above all capacity': (s) => ({
    payload: { loads: load(s, s.capacity / 2, s.capacity + s.off) },
    cause: ['CAPACITY_SHORTFALL'],
  }),
  'a given commitment that is too small': (s) => ({
    jobType: 'ed',
    payload: {
      loads: load(s, s.off, s.units[0].p_max + s.off),
      commitment: { A: except(s, 1, 1), B: except(s, 1, 0) },
    },
    cause: ['CAPACITY_SHORTFALL'],
  }),
  'load just above one unit and far below two': (s) => ({
    payload: { generators: lumpy(), loads: load(s, 55, 60 + s.off) },
    cause: ['CAPACITY_SHORTFALL'],
  }),
  'load just below two units and far above one': (s) => ({
    payload: { generators: lumpy(), loads: load(s, 110, 100 - s.off) },
    cause: ['MINIMUM_GENERATION_EXCESS'],
  }),
  'must_run units above the load': (s) => ({
    payload: {
      generators: s.units.map((unit) => ({ ...unit, p_min: 40, must_run: true })),
      loads: load(s, 90, 80 - s.off),
    },
    cause: ['MINIMUM_GENERATION_EXCESS'],
  }),
  'load below the smallest unit': (s) => ({
    payload: { generators: lumpy(), loads: load(s, 55, 50 - s.off) },
    cause: ['MINIMUM_GENERATION_EXCESS'],
  }),
  'p_min above p_max': (s) => ({
    payload: { generators: second(s, { p_min: s.units[1].p_max + s.off }) },
    cause: ['OUTPUT_LIMITS_INVERTED', 'generator', 'B', null],
  }),
  'profiles that cross, of a unit that must run': (s) => ({
    payload: {
      generators: second(s, {
        p_min: except(s, 0, 30),
        p_max: except(s, 50, 30 - s.off),
        must_run: true,
      }),
    },
    cause: ['OUTPUT_LIMITS_INVERTED', 'generator', 'B'],
  }),
  'a unit fixed on in an outage': (s) => ({
    payload: {
      generators: second(s, { p_min: 30, p_max: except(s, 50, 30 - s.off) }),
      fixed_commitment: fix('B', [s.hour, true]),
    },
    cause: ['OUTPUT_LIMITS_INVERTED', 'generator', 'B'],
  }),
  'a minimum up time that reaches into an outage': (s) => ({
    payload: {
      generators: second(s, {
        p_min: 30,
        p_max: except(s, 50, 0),
        min_uptime: s.hour + 2,
        initial_status: 1,
      }),
    },
    cause: ['MIN_UPTIME_CONFLICT', 'generator', 'B'],
  }),
  'wind that must be taken but does not blow': (s) => ({
    payload: {
      renewables: [{ name: 'W', bus: 1, p_min: except(s, 0, 10), p_max: except(s, 9, 10 - s.off / 2) }],
    },
    cause: ['OUTPUT_LIMITS_INVERTED', 'renewable', 'W'],
  }),
  'a unit fixed off while min_uptime holds it on': (s) => ({
    payload: {
      generators: second(s, { min_uptime: s.hour + 2, initial_status: 1 }),
      fixed_commitment: fix('B', [s.hour, false]),
    },
    cause: ['MIN_UPTIME_CONFLICT', 'generator', 'B'],
  }),
  'a unit that min_uptime holds on without load': (s) => ({
    payload: {
      generators: [{ ...s.units[0], p_min: 40, min_uptime: s.hour + 2, initial_status: 1 }],
      loads: load(s, 45, 40 - s.off),
    },
    cause: ['MIN_UPTIME_CONFLICT', 'generator', 'A'],
  }),
  'a unit fixed off in the hour after its start': (s) => ({
    payload: {
      generators: second(s, { min_uptime: s.draw.integer(2, 3), initial_status: -5 }),
      fixed_commitment: fix('B', ...until(s, (t) => t === s.hour - 1)),
    },
    cause: ['MIN_UPTIME_CONFLICT', 'generator', 'B'],
  }),
  'a unit that is needed while min_downtime holds it off': (s) => ({
    payload: {
      generators: second(s, { min_downtime: s.hour + 2, initial_status: -1 }),
      loads: load(s, 20, s.units[0].p_max + s.off),
    },
    cause: ['MIN_DOWNTIME_CONFLICT', 'generator', 'B'],
  }),
  'must_run against min_downtime': (s) => ({
    payload: { generators: second(s, { must_run: true, min_downtime: s.hour + 2, initial_status: -1 }) },
    cause: ['MIN_DOWNTIME_CONFLICT', 'generator', 'B', 0],
  }),
  'a unit fixed on in the hour after its stop': (s) => ({
    payload: {
      generators: second(s, { min_downtime: s.draw.integer(2, 3) }),
      fixed_commitment: fix('B', ...until(s, (t) => t !== s.hour - 1)),
    },
    cause: ['MIN_DOWNTIME_CONFLICT', 'generator', 'B'],
  }),
  'load that rises faster than the only unit': (s) => ({
    payload: { generators: [{ ...s.units[0], ramp_up: 20 }], loads: [loadAt(1, from(s, 20, 40 + s.off))] },
    cause: ['RAMP_LIMIT'],
  }),
  'a unit that cannot ramp down to its own profile': (s) => ({
    payload: {
      generators: [
        {
          ...s.units[0],
          ramp_down: 10,
          must_run: true,
          initial_power_mw: 90,
          rated: { p_max: 90, p_min: 30 },
          p_max: from(s, 90, 30),
          p_min: from(s, 85, 30),
        },
      ],
      loads: [loadAt(1, from(s, 87, 30))],
    },
    cause: ['RAMP_LIMIT', 'generator', 'A'],
  }),
  'a unit behind a line that must rise faster than it can': (s) => ({
    jobType: 'scuc',
    payload: {
      generators: [
        { ...s.units[0], ramp_up: 20 },
        { ...s.units[1], bus: 2 },
      ],
      loads: [loadAt(1, from(s, 30, 70 + s.off)), loadAt(2, except(s, 20, 20))],
      transmission_lines: [line(1, 2, 10)],
    },
    cause: ['RAMP_LIMIT', 'generator', 'A'],
  }),
  'reserve above the headroom': (s) => ({
    payload: { loads: load(s, 20, s.capacity - 20), reserves: [{ name: 'spin', mw: 20 + s.off }] },
    cause: ['RESERVE_SHORTFALL', 'reserve', 'spin'],
  }),
  'reserve that only a unit too large for the load could give': (s) => ({
    payload: {
      generators: [{ ...s.units[0], p_max: 100 }, aUnit('B', { p_min: 60 })],
      loads: load(s, 90, 50),
      reserves: [{ name: 'spin', mw: except(s, 5, 50 + s.off) }],
    },
    cause: ['RESERVE_SHORTFALL', 'reserve', 'spin'],
  }),
  'a radial line that is too weak': (s) => ({
    jobType: 'scuc',
    payload: { loads: load(s, 20, 40 + s.off, 2), transmission_lines: [line(1, 2, 40)] },
    cause: ['LINE_LIMIT', 'line', '1-2'],
  }),
  'a radial line that is too weak in one hour': (s) => ({
    jobType: 'scuc',
    payload: {
      loads: load(s, 60, 60, 2),
      transmission_lines: [{ ...line(1, 2, 20), rating_mw: except(s, 70, 60 - s.off / 2) }],
    },
    cause: ['LINE_LIMIT', 'line', '1-2'],
  }),
  'a line of a ring that attracts too much in one hour': (s) => ({
    jobType: 'ed',
    payload: {
      loads: load(s, 60, 60, 3),
      transmission_lines: [
        line(1, 2),
        line(2, 3),
        {
          ...line(1, 3, 1),
          rating_mw: except(s, 0, 40 - s.off).map((mw, t) => (t === 0 ? null : mw)),
        },
      ],
      options: { network: true },
    },
    cause: ['LINE_LIMIT', 'line', '1-3'],
  }),
  'a line that is too weak in one hour once the other is lost': (s) => ({
    jobType: 'scuc',
    payload: {
      loads: load(s, 40, 40, 3),
      transmission_lines: [
        line(1, 2),
        { ...line(2, 3, 40), emergency_rating_mw: except(s, 0, 40 - s.off) },
        line(1, 3),
      ],
      contingencies: [{ id: 'lose 1-3', lines: ['1-3'] }],
    },
    cause: ['CONTINGENCY_LIMIT', 'line', '2-3'],
  }),
  'a line of a ring that attracts too much': (s) => ({
    jobType: 'ed',
    payload: {
      loads: load(s, 30, 60 + 1.5 * s.off, 3),
      transmission_lines: [line(1, 2), line(2, 3), line(1, 3, 40)],
      options: { network: true },
    },
    cause: ['LINE_LIMIT', 'line', '1-3'],
  }),
  'a line that is too weak once the other is lost': (s) => ({
    jobType: 'scuc',
    payload: {
      loads: load(s, 20, 40 + s.off, 3),
      transmission_lines: [line(1, 2), line(2, 3, 40), line(1, 3)],
      contingencies: [{ id: 'lose 1-3', lines: ['1-3'] }],
    },
    cause: ['CONTINGENCY_LIMIT', 'line', '2-3'],
  }),
  'one of two paths that attracts too much after an outage': (s) => ({
    jobType: 'scuc',
    payload: {
      loads: load(s, 40, 60 + 2 * s.off, 2),
      transmission_lines: [
        line(1, 2),
        { ...line(1, 3, 30), emergency_rating_mw: 30 },
        line(3, 2),
        line(1, 4),
        line(4, 2),
      ],
      contingencies: [{ id: 'lose 1-2', lines: ['1-2'] }],
    },
    cause: ['CONTINGENCY_LIMIT', 'line', '1-3'],
  }),
  'a generator that the others cannot replace': (s) => ({
    jobType: 'scuc',
    payload: {
      loads: load(s, 20, s.units[0].p_max + s.off, 2),
      transmission_lines: [line(1, 2)],
      contingencies: [{ id: 'lose B', generators: ['B'] }],
    },
    cause: ['CONTINGENCY_LIMIT', 'contingency', 'lose B'],
  }),
  'load without a line': (s) => ({
    jobType: 'scuc',
    payload: {
      loads: [loadAt(2, except(s, 20, 20)), loadAt(9, except(s, 0, s.off))],
      transmission_lines: [line(1, 2)],
    },
    cause: ['ISLANDED_LOAD', 'bus', '9'],
  }),
  'a battery that cannot be charged in time': (s) => ({
    payload: { storage: [{ ...battery, energy_mwh: 90, initial_mwh: 0, final_mwh: 10 * s.horizon + s.off }] },
    cause: ['STORAGE_LIMIT', 'storage', 'S', s.horizon - 1],
  }),
  'a battery that starts too full': (s) => ({
    payload: { storage: [{ ...battery, initial_mwh: 70 + s.off }] },
    cause: ['STORAGE_LIMIT', 'storage', 'S', 0],
  }),
  'a battery for which nothing is left': (s) => ({
    payload: {
      loads: load(s, s.capacity - 1, s.capacity),
      storage: [{ ...battery, initial_mwh: 5, final_mwh: 5 + s.horizon - 1 + s.off }],
    },
    cause: ['STORAGE_LIMIT', 'storage', 'S', s.horizon - 1],
  }),
  'a limit of emissions below what the load asks of the cleaner unit': (s) => ({
    payload: { generators: emitting(s), emission_limit_t: 15 * s.horizon - s.off / 4 },
    cause: ['EMISSION_LIMIT', 'system', null, null],
  }),
  'a limit of emissions that leaves out the start of a unit that must run': (s) => ({
    payload: {
      generators: emitting(s, { initial_status: -24, co2_t_per_start: 20 }),
      fixed_commitment: fix('A', [s.hour, true]),
      emission_limit_t: 15 * s.horizon + 20 - s.off,
    },
    cause: ['EMISSION_LIMIT', 'system', null, null],
  }),
  'a limit of fuel below what a unit needs in the hour of a peak': (s) => ({
    payload: { ...burning(s), fuel_limits: [{ ...ofHour(s), max_mmbtu: 10 * s.units[1].p_max - s.off }] },
    cause: ['FUEL_LIMIT', 'system', null, null],
  }),
  'a least consumption of fuel above what a unit can burn': (s) => ({
    payload: { ...burning(s), fuel_limits: [{ ...ofHour(s), min_mmbtu: 10 * s.units[1].p_max + s.off }] },
    cause: ['FUEL_LIMIT', 'system', null, null],
  }),
  'a reservoir with less energy than the hour of a peak asks of it': (s) => ({
    payload: {
      loads: load(s, s.capacity / 2, s.capacity + s.off + 10),
      renewables: [
        {
          name: 'H',
          bus: 1,
          p_min: except(s, 0, 0),
          p_max: except(s, s.off + 10, s.off + 10),
          energy_limits: [{ first_hour: 0, last_hour: s.horizon - 1, mwh: 10 }],
        },
      ],
    },
    cause: ['ENERGY_LIMIT', 'renewable', 'H', null],
  }),
  'a unit with less energy than the hour of a peak asks of it': (s) => ({
    payload: {
      loads: load(s, s.capacity / 2, s.capacity),
      generators: second(s, {
        energy_limits: [{ first_hour: s.hour, last_hour: s.hour, mwh: s.units[1].p_max - s.off }],
      }),
    },
    cause: ['ENERGY_LIMIT', 'generator', s.units[1].name, null],
  }),
  'a storage that must deliver more than it can': (s) => ({
    payload: {
      loads: load(s, s.capacity / 2, s.capacity / 2),
      storage: [
        {
          ...battery,
          initial_mwh: 60,
          energy_limits: [{ first_hour: s.hour, last_hour: s.hour, mwh: 90, min_mwh: 10 + s.off }],
        },
      ],
    },
    cause: ['ENERGY_LIMIT', 'storage', 'S', null],
  }),
  'an interface that is too narrow': (s) => ({
    jobType: 'scuc',
    payload: { loads: load(s, 20, 40 + s.off, 3), ...RING, interfaces: [{ ...OUT_OF_1, p_max_mw: 40 }] },
    cause: ['INTERFACE_LIMIT', 'interface', 'I'],
  }),
  'a least flow of an interface above the load behind it': (s) => ({
    jobType: 'scuc',
    payload: {
      loads: load(s, 40, 40 - s.off, 3),
      ...RING,
      interfaces: [{ ...OUT_OF_1, p_min_mw: except(s, 30, 40) }],
    },
    cause: ['INTERFACE_LIMIT', 'interface', 'I'],
  }),
};
