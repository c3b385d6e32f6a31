/** Start of a scheduled run: a date, or a number of days after each scheduled time. */
import { mixed, number, object } from 'yup';
import { instantOf } from '../../temporal/case/arithmetic/calendar.ts';
import { intervalsPerHour } from '../../temporal/case/arithmetic/intervals.ts';
import { type DayFromSchedule, isFromSchedule } from '../../temporal/case/arithmetic/schedule-day.ts';
import { isoDate } from '../../temporal/case/elements/units.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import { Unprocessable } from '../http/errors.ts';
import { toJsonSchema } from '../http/json-schema.ts';

const MOST_DAYS = 36_600;

const date = isoDate('First hour, local time of the case');
const dayFromSchedule = object({
  days_from_schedule: number()
    .integer()
    .min(-MOST_DAYS)
    .max(MOST_DAYS)
    .required()
    .meta({ description: 'Days after the scheduled day, in the time_zone of the schedule: 1 = day-ahead' }),
}).noUnknown();

const isStart = (value: unknown): value is string | DayFromSchedule =>
  typeof value === 'string'
    ? date.isValidSync(value)
    : isFromSchedule(value) && dayFromSchedule.isValidSync(value, { strict: true });

/** Schema of a start, documented as one of two forms. */
export const startField = (description: string) =>
  mixed<string | DayFromSchedule>()
    .test(
      'start',
      'Input should be an ISO date or date-time, or {"days_from_schedule": N} with a whole number of days',
      (value) => value === undefined || isStart(value),
    )
    .optional()
    .meta({ description, oneOf: [date, dayFromSchedule].map(toJsonSchema) });

const DEFAULT_H = 24;
const HOUR_MS = 3_600_000;

/** Cuts a window of intervals out of a payload. */
export type CutPayload = (payload: SolvePayload, window: { start: number; length: number }) => SolvePayload;

interface Hours {
  /** First hour of the window, a date. */
  readonly start?: string | undefined;
  readonly hours?: number | undefined;
}

const refused = (field: 'start' | 'hours', msg: string): Unprocessable =>
  new Unprocessable([{ loc: ['body', 'solve', field], msg, type: 'value_error' }]);

/** The window of a case that a scheduled solve covers. Throws `Unprocessable` if the case does not contain it. */
export function hoursOf(payload: SolvePayload, window: Hours, cut: CutPayload): SolvePayload {
  const { start, hours } = window;
  if (start === undefined && hours === undefined) return payload;
  const perHour = intervalsPerHour(payload);
  const origin = localOf(payload.start_time);
  const firstHour = start === undefined ? 0 : hourOf(start, origin);
  const [first, length] = [firstHour * perHour, (hours ?? DEFAULT_H) * perHour];
  const isWhole = Number.isInteger(first) && Number.isInteger(length);
  if (!isWhole || first < 0 || first + length > payload.horizon)
    throw refused(
      start === undefined ? 'hours' : 'start',
      `The series of the scenario have ${payload.horizon / perHour} h from ${payload.start_time ?? 'hour 0'}, not ${length / perHour} h from ${start ?? 'there'}`,
    );
  const startAt = origin === undefined ? undefined : new Date(origin + firstHour * HOUR_MS);
  return {
    ...cut(payload, { start: first, length }),
    ...(startAt && { start_time: startAt.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length) }),
  };
}

/** Hours from the start of the series to a date. */
function hourOf(start: string, origin: number | undefined): number {
  const begins = localOf(start);
  if (begins === undefined) throw refused('start', `There is no such date: ${start}`);
  if (origin === undefined)
    throw refused('start', 'The series of the scenario have no date: its payload should have start_time');
  return (begins - origin) / HOUR_MS;
}

/** A local time, taken as UTC, in ms. The series of a scenario count hours regardless of clock changes. */
const localOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : instantOf(text.replace(/(?:Z|[+-]\d{2}:\d{2})$/, ''), 'UTC');
