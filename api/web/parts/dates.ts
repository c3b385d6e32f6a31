/** Dates and times of cases and runs, in the local time of the power system. */

/** Length of a day, ms. */
export const DAY = 86_400_000;

const CLOCK = { timeZone: 'UTC' } as const;
const DAY_AND_MONTH = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  ...CLOCK,
});
const FULL_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', ...CLOCK });

/** Format of a time: `16:00`. */
export const HOURS_AND_MINUTES = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  ...CLOCK,
});

/** Local time of an ISO date or date-time, read as UTC, Unix ms; undefined without a date. */
export function clockOf(stamp: string | null | undefined): number | undefined {
  if (!stamp) return undefined;
  const shown = Date.parse(`${stamp.slice(0, 10)}T${stamp.slice(11, 16) || '00:00'}Z`);
  return Number.isNaN(shown) ? undefined : shown;
}

/** Day without its year: `Tue 6 Jul`. */
export const dayAndMonth = (clock: number): string => DAY_AND_MONTH.format(clock).replace(',', '');

/** Day of a date or date-time: `Tue 6 Jul`; undefined without a date. */
export function dayName(stamp: string | null | undefined): string | undefined {
  const clock = clockOf(stamp);
  return clock === undefined ? undefined : dayAndMonth(clock);
}

/** Date with its year: `6 Jul 2020`; undefined without a date. */
export function fullDate(stamp: string | null | undefined): string | undefined {
  const clock = clockOf(stamp);
  return clock === undefined ? undefined : FULL_DATE.format(clock);
}
