/**
 * Conversion for intervals shorter or longer than an hour. A payload is in hours whatever the length of its intervals:
 * ramps in MW/h, costs in $/MWh and $/h, times in h, energy in MWh. The converted case counts in intervals: a ramp is
 * the change of output from one interval to the next; a cost is the cost of 1 MW for one interval; a time is a number
 * of intervals; energy is in MW times intervals. Values in MW, $ or t are the same in both forms.
 */
import type { SolvePayload } from '../schema.ts';
import { unitOf } from './fields.ts';
import { intervalsPerHour } from './intervals.ts';
import { intervalsBefore } from './unit-cost.ts';

/** Fractions of an interval up to this size are rounding. */
const ROUNDING = 1e-6;

/** True if a field is a time, which becomes a whole number of intervals. */
export const isTime = (field: string): boolean => unitOf(field) === 'h';
/** True if a field is a rate per hour or a cost per MWh. */
export const isRate = (field: string): boolean => /\/(h|MWh)$/.test(unitOf(field) ?? '');
const isEnergy = (field: string): boolean => unitOf(field) === 'MWh';

/**
 * Converts a payload to its intervals; the copy lacks `interval_minutes`. Returns the payload itself if its intervals
 * are hours.
 */
export function perInterval(payload: SolvePayload): SolvePayload {
  const perHour = intervalsPerHour(payload);
  if (perHour === 1) return payload;
  const { interval_minutes: _, ...hourly } = payload;
  return withNumbers(hourly, (field, value) => numberPerInterval(field, value, perHour));
}

/**
 * Converts a number. Times are rounded up to whole intervals, and the initial status down, so that no minimum time is
 * cut short.
 */
function numberPerInterval(field: string, value: number, perHour: number): number {
  if (isRate(field)) return value / perHour;
  if (isEnergy(field)) return value * perHour;
  if (field === 'initial_status') return statusBefore(value, perHour);
  return isTime(field) ? Math.ceil(value * perHour - ROUNDING) + 0 : value;
}

/** Initial status in intervals; a unit that is on has been on for at least one interval. */
function statusBefore(hours: number, perHour: number): number {
  const whole = intervalsBefore(hours, perHour);
  return hours > 0 ? Math.max(1, whole) : 0 - whole;
}

/** Converts a value per interval to the unit of the payload. */
export function inPayloadUnits(field: string, value: number, perHour: number): number {
  if (isRate(field)) return value * perHour;
  // A number in a list has a path of several parts, such as energy_limits.0.mwh; the last part is the field.
  const name = field.slice(field.lastIndexOf('.') + 1);
  return isEnergy(name) || isTime(field) ? value / perHour : value;
}

/** Converts a case back to values per hour: the inverse of `perInterval`. Adds the length of the intervals. */
export function byTheHour(
  payload: SolvePayload,
  interval_minutes: NonNullable<SolvePayload['interval_minutes']>,
): SolvePayload {
  const perHour = intervalsPerHour({ interval_minutes });
  if (perHour === 1) return payload;
  const hourly = withNumbers(payload, (field, value) => inPayloadUnits(field, value, perHour));
  return { ...hourly, interval_minutes };
}

type Change = (field: string, value: number) => number;

/**
 * A copy of `item` in which `change` has converted each number according to its field. Series are shared with the
 * original: their values are in MW, which does not change.
 */
function withNumbers<T extends object>(item: T, change: Change): T {
  const fields = Object.entries(item).map(([field, value]: [string, unknown]) => [
    field,
    // Keys of a commitment are names of units, not of fields.
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

/** True if the numbers of a list are converted. Long lists are in MW, which needs no conversion. */
const isConverted = (field: string): boolean => isRate(field) || isEnergy(field) || isTime(field);
const isOfObjects = ([first]: readonly unknown[]): boolean => typeof first === 'object' && first !== null;
