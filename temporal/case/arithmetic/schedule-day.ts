/** The day to which a scheduled time refers, counted from the local date of that time in the zone of the schedule. */
import { stampOf } from './calendar.ts';

const DAY_MS = 24 * 3_600_000;
const DATE_LENGTH = 'YYYY-MM-DD'.length;

/** Field in the body of a schedule that stands for a date. */
export interface DayFromSchedule {
  readonly days_from_schedule: number;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isFromSchedule = (start: unknown): start is DayFromSchedule =>
  isObject(start) && Object.keys(start).length === 1 && typeof start['days_from_schedule'] === 'number';

/** Date as `YYYY-MM-DD`. */
function dayFrom({ days_from_schedule }: DayFromSchedule, at: Date, zone: string): string {
  const today = Date.parse(stampOf(at.getTime(), zone).slice(0, DATE_LENGTH));
  return new Date(today + days_from_schedule * DAY_MS).toISOString().slice(0, DATE_LENGTH);
}

/** Objects in the body of a schedule that may contain the field `start`. */
const WITHIN = ['options', 'execution'];

/** A copy of a body in which `change` has replaced each `start`; a `start` that becomes undefined is removed. */
export const withStart = (body: object, change: (start: unknown) => unknown): object =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
      if (WITHIN.includes(name) && isObject(value)) return [[name, withStart(value, change)]];
      const now = name === 'start' ? change(value) : value;
      return now === undefined ? [] : [[name, now]];
    }),
  );

/** The body that is submitted at a scheduled time: each `start` is replaced by a date. */
export const onDayOf = (body: object, at: Date, zone: string): object =>
  withStart(body, (start) => (isFromSchedule(start) ? dayFrom(start, at, zone) : start));

/** The first `start` in a body; null if the body has none. */
export function startOf(body: object): string | null {
  let first: string | null = null;
  withStart(body, (start) => {
    if (typeof start === 'string') first = start;
  });
  return first;
}
