/**
 * Intervals shorter than an hour. A payload speaks of hours whatever its intervals are: ramps in MW/h, costs in $/MWh and
 * $/h, times in h, energy in MWh. Per interval the same case is one whose hours are the intervals: a ramp is what the
 * output may change from one interval to the next, a cost is that of a MW for an interval, times count intervals, and
 * energy is in MW for an interval. What is in MW, $ or t stays as it is.
 */
import type { SolvePayload } from '../schema.ts';
import { unitOf } from './fields.ts';
import { intervalsPerHour } from './intervals.ts';
import { intervalsBefore } from './unit-cost.ts';

/** Parts of an interval up to this are rounding. */
const ROUNDING = 1e-6;

/** Whether a field is a time that counts whole intervals. */
export const isTime = (field: string): boolean => unitOf(field) === 'h';
/** Whether a field is something per hour. */
export const isRate = (field: string): boolean => /\/(h|MWh)$/.test(unitOf(field) ?? '');
const isEnergy = (field: string): boolean => unitOf(field) === 'MWh';

/** The payload itself where its intervals are hours; nothing in what is returned says otherwise. */
export function perInterval(payload: SolvePayload): SolvePayload {
  const perHour = intervalsPerHour(payload);
  if (perHour === 1) return payload;
  const { interval_minutes: _, ...hourly } = payload;
  return withNumbers(hourly, (field, value) => numberPerInterval(field, value, perHour));
}

/** Times are rounded up to whole intervals, and the time before the first one down: no minimum time is cut short. */
function numberPerInterval(field: string, value: number, perHour: number): number {
  if (isRate(field)) return value / perHour;
  if (isEnergy(field)) return value * perHour;
  if (field === 'initial_status') return statusBefore(value, perHour);
  return isTime(field) ? Math.ceil(value * perHour - ROUNDING) + 0 : value;
}

/** A unit that is on has been on for an interval at least. */
function statusBefore(hours: number, perHour: number): number {
  const whole = intervalsBefore(hours, perHour);
  return hours > 0 ? Math.max(1, whole) : 0 - whole;
}

/** A number of a field per interval in the unit of the payload. */
export function inPayloadUnits(field: string, value: number, perHour: number): number {
  if (isRate(field)) return value * perHour;
  // A number within a list is named by its place, such as energy_limits.0.mwh.
  const own = field.slice(field.lastIndexOf('.') + 1);
  return isEnergy(own) || isTime(field) ? value / perHour : value;
}

/** What `perInterval` says is said by the hour again, with the length of its intervals. */
export function byTheHour(
  payload: SolvePayload,
  interval_minutes: NonNullable<SolvePayload['interval_minutes']>,
): SolvePayload {
  const perHour = intervalsPerHour({ interval_minutes });
  if (perHour === 1) return payload;
  const given = withNumbers(payload, (field, value) => inPayloadUnits(field, value, perHour));
  return { ...given, interval_minutes };
}

type Change = (field: string, value: number) => number;

/** A copy with each number by its field; series are shared, as their values are in MW. */
function withNumbers<T extends object>(item: T, change: Change): T {
  const fields = Object.entries(item).map(([field, value]: [string, unknown]) => [
    field,
    // Keys of a commitment are names of units.
    field === 'commitment' ? value : changed(field, value, change),
  ]);
  return Object.fromEntries(fields) as T;
}

function changed(field: string, value: unknown, change: Change): unknown {
  if (typeof value === 'number') return change(field, value);
  if (Array.isArray(value))
    return isConverted(field) || isOfObjects(value)
      ? value.map((item) => changed(field, item, change))
      : value;
  return typeof value === 'object' && value !== null ? withNumbers(value, change) : value;
}

/** Lists of MW are long, and stay what they are. */
const isConverted = (field: string): boolean => isRate(field) || isEnergy(field) || isTime(field);
const isOfObjects = ([first]: readonly unknown[]): boolean => typeof first === 'object' && first !== null;
