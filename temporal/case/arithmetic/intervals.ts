/**
 * Intervals shorter than an hour. A payload speaks of hours whatever its intervals are: ramps in MW/h, costs in $/MWh and
 * $/h, times in h, energy in MWh. Per interval the same case is one whose hours are the intervals: a ramp is what the
 * output may change from one interval to the next, a cost is that of a MW for an interval, times count intervals, and
 * energy is in MW for an interval. What is in MW, $ or t stays as it is.
 */
import type { Commitment, SolvePayload } from '../schema.ts';
import { unitOf } from './fields.ts';

const MINUTES_PER_HOUR = 60;
/** Parts of an interval up to this are rounding. */
const ROUNDING = 1e-6;

type WithInterval = Pick<SolvePayload, 'interval_minutes'>;

/** Intervals in an hour: 1, 2, 4 or 12. */
export const intervalsPerHour = ({ interval_minutes = MINUTES_PER_HOUR }: WithInterval): number =>
  MINUTES_PER_HOUR / interval_minutes;

/** The length of the intervals as a result has it: absent where they are hours. */
export const toldInterval = ({ interval_minutes }: WithInterval): WithInterval =>
  interval_minutes === undefined || interval_minutes === MINUTES_PER_HOUR ? {} : { interval_minutes };

/** What a result says of its time: the length of the intervals, and when the first begins where the case says so. */
export const toldTime = ({
  start_time,
  ...payload
}: Pick<SolvePayload, 'interval_minutes' | 'start_time'>): Pick<
  SolvePayload,
  'interval_minutes' | 'start_time'
> => ({
  ...toldInterval(payload),
  ...(start_time !== undefined && { start_time }),
});

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
  if (field === 'initial_status') return intervalsBefore(value * perHour);
  return isTime(field) ? Math.ceil(value * perHour - ROUNDING) + 0 : value;
}

/** A unit that is on has been on for an interval at least. */
function intervalsBefore(status: number): number {
  const whole = Math.floor(Math.abs(status) + ROUNDING);
  return status > 0 ? Math.max(1, whole) : 0 - whole;
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

/**
 * A commitment in intervals of one length over those of a case: each takes what the one has that it begins in. Itself where
 * both are of one length.
 */
export function commitmentFor(
  { horizon, ...to }: WithInterval & Pick<SolvePayload, 'horizon'>,
  commitment: Commitment,
  from: WithInterval,
): Commitment {
  const step = intervalsPerHour(from) / intervalsPerHour(to);
  if (step === 1) return commitment;
  const resampled = (values: readonly number[]): number[] =>
    Array.from({ length: horizon }, (_, t) => values[Math.floor(t * step)] ?? 0);
  return Object.fromEntries(Object.entries(commitment).map(([name, values]) => [name, resampled(values)]));
}
