/** Instants in ms since 1970 and how they read on a calendar, in a zone: an IANA name or an offset from UTC. */

import { offsetAt } from '../../time-zone.ts';

export { isZone } from '../../time-zone.ts';

const MINUTE_MS = 60_000;

/**
 * The instant that an ISO date or date-time means; without an offset it is local time of `zone`. Undefined for a day that
 * no calendar has.
 */
export function instantOf(text: string, zone: string): number | undefined {
  const [, date = '', time = 'T00:00:00', offset] =
    /^(\d{4}-\d{2}-\d{2})(T[\d:]+)?(Z|[+-]\d{2}:\d{2})?$/.exec(text) ?? [];
  const local = Date.parse(`${date}${time}Z`);
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== date) return undefined;
  if (offset !== undefined) return local - offsetAt(local, offset);
  // The offset of the instant itself: that of the first guess differs beside a change of the clock.
  return local - offsetAt(local - offsetAt(local, zone), zone);
}

/** The local date and time with the offset, such as `2020-07-05T00:00:00-07:00`. */
export function stampOf(instant: number, zone: string): string {
  const offset = offsetAt(instant, zone);
  const minutes = Math.round(Math.abs(offset) / MINUTE_MS);
  const two = (value: number): string => String(value).padStart(2, '0');
  const local = new Date(instant + offset).toISOString().slice(0, 19);
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Months since January of year 0 by the local calendar: months of different years differ, and % 12 is the month. */
export function monthAt(instant: number, zone: string): number {
  const local = new Date(instant + offsetAt(instant, zone));
  return local.getUTCFullYear() * 12 + local.getUTCMonth();
}
