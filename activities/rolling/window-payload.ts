/** The part of a payload that one window solves: its hours of every series, begun in the carried state. */
import { limitOfHours } from '../../temporal/case/arithmetic/emissions.ts';
import { withHours, withSeries } from '../../temporal/case/arithmetic/fields.ts';
import { intervalsPerHour } from '../../temporal/case/arithmetic/intervals.ts';
import type { RollingState } from '../../temporal/case/messages/rolling.ts';
import type { FixedCommitment, Renewable, SolveOptions, SolvePayload } from '../../temporal/case/schema.ts';
import { carriedDcLine, carriedStorage, carriedUnit } from './carried-state.ts';
import type { HoursOf } from './series-hours.ts';
import type { Window } from './window.ts';

/** Without a state the window begins as the payload says. `hoursLeft`: of the horizon behind the window. */
export function windowPayload(
  payload: SolvePayload,
  { start, length }: Window,
  state: RollingState | undefined,
  hoursLeft: number = payload.horizon - start - length,
): SolvePayload {
  const hours: HoursOf = (series) => series.slice(start, start + length);
  // A job named here or in the options has a schedule for other hours than a window's.
  const { commitment_job_id: _, options, ...rest } = payload;
  const { commitment, dc_lines, fixed_commitment: fixed, renewables, storage } = rest;
  return {
    ...withHours(rest, hours),
    horizon: length,
    generators: payload.generators.map((unit) => {
      const carried = state?.generators[unit.name];
      return { ...withSeries('generators', unit, hours), ...(carried && carriedUnit(unit, carried, start)) };
    }),
    ...(options && { options: withoutStart(options) }),
    ...(renewables && {
      renewables: renewables.map((item) => ({
        ...withSeries('renewables', item, hours),
        ...(item.energy_limits && { energy_limits: energyLimitsOf(payload, item, start, start + length) }),
      })),
    }),
    ...(storage && {
      storage: storage.map((item) =>
        carriedStorage(withSeries('storage', item, hours), state?.storage[item.name]?.energy_mwh, hoursLeft),
      ),
    }),
    ...(dc_lines && {
      dc_lines: dc_lines.map((line) => ({
        ...withSeries('dc_lines', line, hours),
        ...(state && carriedDcLine(line, state.dc_lines?.[line.id]?.power_mw, start)),
      })),
    }),
    ...(fixed && { fixed_commitment: inWindow(fixed, start, length) }),
    // What a window may emit is the part of the limit that its load has of all load.
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

/**
 * The limits of some hours. What a window has of a limit that goes beyond it is what must be given, and of the rest the
 * part that its room between p_min and p_max has of all room.
 */
function energyLimitsOf(
  payload: SolvePayload,
  { p_min, p_max, energy_limits = [] }: Renewable,
  start: number,
  end: number,
): NonNullable<Renewable['energy_limits']> {
  const total = (series: readonly number[], from: number, to: number): number =>
    series.slice(from, to).reduce((sum, mw) => sum + mw, 0) / intervalsPerHour(payload);
  return energy_limits.flatMap(({ first_hour, last_hour, mwh }) => {
    const [from, to] = [Math.max(start, first_hour), Math.min(end, last_hour + 1)];
    if (from >= to) return [];
    const least = total(p_min, first_hour, last_hour + 1);
    const room = total(p_max, first_hour, last_hour + 1) - least;
    const own = total(p_max, from, to) - total(p_min, from, to);
    const share = room > 0 ? own / room : (to - from) / (last_hour + 1 - first_hour);
    const part = total(p_min, from, to) + share * (mwh - least);
    const isWhole = from === first_hour && to === last_hour + 1;
    return [{ first_hour: from - start, last_hour: to - 1 - start, mwh: isWhole ? mwh : Math.max(0, part) }];
  });
}
