/** Dates of the hours of a network's series: hour 0 is `series_start`, and every hour lasts 60 minutes. */
import type { NetworkContent } from '../network-schema.ts';
import { instantOf, monthAt, stampOf } from './calendar.ts';

const HOUR_MS = 3_600_000;

export interface SeriesCalendar {
  /** Instant of hour 0, ms since 1970. */
  readonly origin: number;
  readonly zone: string;
}

/** Calendar of a network; undefined without `series_start`. */
export function seriesCalendar({
  series_start,
  time_zone: zone = 'UTC',
}: Pick<NetworkContent, 'series_start' | 'time_zone'>): SeriesCalendar | undefined {
  const origin = series_start === undefined ? undefined : instantOf(series_start, zone);
  return origin === undefined ? undefined : { origin, zone };
}

/** Hour at which a date begins; it need not be whole. NaN for an invalid date. */
export const hourOfDate = ({ origin, zone }: SeriesCalendar, date: string): number =>
  ((instantOf(date, zone) ?? Number.NaN) - origin) / HOUR_MS;

/** Local date and time of an hour, with the offset from UTC. */
export const stampOfHour = ({ origin, zone }: SeriesCalendar, hour: number): string =>
  stampOf(origin + hour * HOUR_MS, zone);

/** Month of an hour, counted from January of year 0. */
export const monthOfHour = ({ origin, zone }: SeriesCalendar, hour: number): number =>
  monthAt(origin + hour * HOUR_MS, zone);

/** First hour that begins in a month. */
export function hourOfMonth(calendar: SeriesCalendar, month: number): number {
  const [year, ofYear] = [Math.floor(month / 12), (month % 12) + 1];
  const date = `${String(year).padStart(4, '0')}-${String(ofYear).padStart(2, '0')}-01`;
  return Math.ceil(hourOfDate(calendar, date));
}
