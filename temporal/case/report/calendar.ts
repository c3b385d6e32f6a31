/** The hours of a run as times of a place: hour h begins h hours after the first, whatever clocks are changed meanwhile. */
import { instantOf, isZone, stampOf } from '../arithmetic/calendar.ts';

export interface Calendar {
  /** Milliseconds since 1970 at which an hour begins. */
  instant(hour: number): number;
  /** Local time with its offset: `2020-07-05T13:00:00-07:00`. */
  stamp(hour: number): string;
  /** Local date: `2020-07-05`. */
  date(hour: number): string;
}

const HOUR_MS = 3_600_000;

/**
 * `start`: first hour of the run, an ISO date or date-time. Its own offset is that of all times when `zone`, an IANA name or
 * an offset, is not given, and UTC when it has none. Undefined without a start.
 */
export function calendarFrom(start: string | undefined, zone: string | undefined): Calendar | undefined {
  if (start === undefined) return undefined;
  const place = zone ?? /T.*?(Z|[+-]\d{2}:\d{2})$/.exec(start)?.[1] ?? 'UTC';
  const first = isZone(place) ? instantOf(start, place) : undefined;
  if (first === undefined) return undefined;
  const instant = (hour: number): number => first + hour * HOUR_MS;
  const stamp = (hour: number): string => stampOf(instant(hour), place);
  return { instant, stamp, date: (hour) => stamp(hour).slice(0, 'YYYY-MM-DD'.length) };
}
