/** The hours of a run on the calendar of its network. */
import { type SeriesCalendar, stampOfHour } from '../arithmetic/series-calendar.ts';

const HOUR_MS = 3_600_000;

/** First hour of a run, in the hours of the series. */
export interface RunStart {
  readonly hour: number;
  /** Where the network has a date. */
  readonly calendar?: SeriesCalendar;
}

export interface Calendar {
  /** Milliseconds since 1970 at which an hour begins. */
  instant(hour: number): number;
  /** Local time with its offset: `2020-07-05T13:00:00-07:00`. */
  stamp(hour: number): string;
  /** Local date: `2020-07-05`. */
  date(hour: number): string;
}

/** Undefined for a run without dates. */
export function runCalendar({ hour: first, calendar }: RunStart = { hour: 0 }): Calendar | undefined {
  if (!calendar) return undefined;
  const stamp = (hour: number): string => stampOfHour(calendar, first + hour);
  return {
    instant: (hour) => calendar.origin + (first + hour) * HOUR_MS,
    stamp,
    date: (hour) => stamp(hour).slice(0, 'YYYY-MM-DD'.length),
  };
}
