/** The payload of one window: the window's hours of every series, starting in the carried state. */
import { limitOfHours, loadShare } from '../../temporal/case/arithmetic/emissions.ts';
import { withHours, withSeries } from '../../temporal/case/arithmetic/fields.ts';
import { intervalsPerHour } from '../../temporal/case/arithmetic/intervals.ts';
import type { RollingState } from '../../temporal/case/messages/rolling.ts';
import type {
  FixedCommitment,
  FuelLimit,
  Generator,
  Renewable,
  SolveOptions,
  SolvePayload,
  Storage,
} from '../../temporal/case/schema.ts';
import { carriedDcLine, carriedUnit } from './carried-state.ts';
import { carriedDay, carriedStorage } from './carried-storage.ts';
import { energyOf, energyRange } from './energy-range.ts';
import type { HoursOf } from './series-hours.ts';
import type { Window } from './window.ts';

/**
 * Makes the payload of a window. Without a state, the window starts in the initial state of the payload. `hoursLeft`:
 * number of hours of the horizon after the window. `later`: returns a storage with its series in those hours, which
 * `payload` may not contain.
 */
export function windowPayload(
  payload: SolvePayload,
  { start, length }: Window,
  state: RollingState | undefined,
  hoursLeft: number = payload.horizon - start - length,
  later: (storage: Storage) => Storage = (item) =>
    withSeries('storage', item, (series) => series.slice(start + length)),
): SolvePayload {
  const hours: HoursOf = (series) => series.slice(start, start + length);
  // The job that the payload names as its warm start is left out: its schedule is for the hours of the whole payload,
  // not of the window.
  const { commitment_job_id: _, options, ...rest } = payload;
  const { commitment, dc_lines, fixed_commitment: fixed, fuel_limits, renewables, storage } = rest;
  return {
    ...withHours(rest, hours),
    horizon: length,
    generators: payload.generators.map((unit) => {
      const carried = state?.generators[unit.name];
      return {
        ...withSeries('generators', unit, hours),
        ...(unit.energy_limits && { energy_limits: energyLimitsOf(payload, unit, start, start + length) }),
        ...(carried && carriedUnit(unit, carried, start)),
      };
    }),
    ...(options && { options: withoutStart(options) }),
    ...(renewables && {
      renewables: renewables.map((item) => ({
        ...withSeries('renewables', item, hours),
        ...(item.energy_limits && { energy_limits: energyLimitsOf(payload, item, start, start + length) }),
      })),
    }),
    ...(storage && {
      storage: storage.map((item) => {
        const carried = state?.storage[item.name];
        const day = (hour: number) => carriedDay(item, carried, hour / intervalsPerHour(payload));
        const after = { ...later(item), ...day(start + length) };
        return {
          ...carriedStorage(withSeries('storage', item, hours), carried, after, hoursLeft),
          ...day(start),
          ...(item.energy_limits && { energy_limits: energyLimitsOf(payload, item, start, start + length) }),
        };
      }),
    }),
    ...(dc_lines && {
      dc_lines: dc_lines.map((line) => ({
        ...withSeries('dc_lines', line, hours),
        ...(state && carriedDcLine(line, state.dc_lines?.[line.id]?.power_mw, start)),
      })),
    }),
    ...(fixed && { fixed_commitment: inWindow(fixed, start, length) }),
    ...(fuel_limits && { fuel_limits: fuelLimitsOf(payload, start, start + length) }),
    // The window gets a share of the emission limit, equal to its share of the total load.
    ...limitOfHours(payload, start, start + length),
    ...(commitment && {
      commitment: Object.fromEntries(Object.entries(commitment).map(([name, on]) => [name, hours(on)])),
    }),
  };
}

const inWindow = (fixed: readonly FixedCommitment[], start: number, length: number): FixedCommitment[] =>
  fixed
    .map((choice) => ({ ...choice, hour: choice.hour - start }))
    .filter(({ hour }) => hour >= 0 && hour < length);

const withoutStart = ({ warm_start_job_id: _, ...options }: SolveOptions): SolveOptions => options;

/** Fuel limits in a range of hours, with their share of the load in the hours of each limit. */
const fuelLimitsOf = ({ fuel_limits = [], loads }: SolvePayload, start: number, end: number): FuelLimit[] =>
  fuel_limits.flatMap(({ first_hour, last_hour, max_mmbtu, min_mmbtu, ...limit }): FuelLimit[] => {
    const [from, to] = [Math.max(start, first_hour), Math.min(end, last_hour + 1)];
    if (from >= to) return [];
    const share = loadShare(loads, [from, to], [first_hour, last_hour + 1]);
    return [
      {
        ...limit,
        first_hour: from - start,
        last_hour: to - 1 - start,
        ...(max_mmbtu !== undefined && { max_mmbtu: max_mmbtu * share }),
        ...(min_mmbtu !== undefined && { min_mmbtu: min_mmbtu * share }),
      },
    ];
  });

/**
 * Energy limits in a range of hours. A limit that extends beyond the range is split: the range gets the energy of its
 * least output, plus a share of the rest that is proportional to its range between least and largest output.
 */
function energyLimitsOf(
  payload: SolvePayload,
  item: Generator | Renewable | Storage,
  start: number,
  end: number,
): NonNullable<Renewable['energy_limits']> {
  const { least: p_min, most: p_max } = energyRange(item);
  const total = (power: (hour: number) => number, from: number, to: number): number =>
    energyOf(power, from, to) / intervalsPerHour(payload);
  return (item.energy_limits ?? []).flatMap(({ first_hour, last_hour, mwh, min_mwh }) => {
    const [from, to] = [Math.max(start, first_hour), Math.min(end, last_hour + 1)];
    if (from >= to) return [];
    const least = total(p_min, first_hour, last_hour + 1);
    const room = total(p_max, first_hour, last_hour + 1) - least;
    const roomHere = total(p_max, from, to) - total(p_min, from, to);
    const share = room > 0 ? roomHere / room : (to - from) / (last_hour + 1 - first_hour);
    const isWhole = from === first_hour && to === last_hour + 1;
    const partOf = (energy: number): number =>
      isWhole ? energy : Math.max(0, total(p_min, from, to) + share * (energy - least));
    return [
      {
        first_hour: from - start,
        last_hour: to - 1 - start,
        mwh: partOf(mwh),
        ...(min_mwh !== undefined && { min_mwh: partOf(min_mwh) }),
      },
    ];
  });
}
