/** Dates and times of cases and runs, in the local time of the power system; the same texts on every machine. */

/** Length of a day, ms. */
export const DAY = 86_400_000;

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `16:00` */
export const hoursAndMinutes = (clock: number): string => new Date(clock).toISOString().slice(11, 16);

/** Unix ms of the local time in an ISO date or date-time, taken as if it were UTC; undefined without a date. */
export function clockOf(stamp: string | null | undefined): number | undefined {
  if (!stamp) return undefined;
  const shown = Date.parse(`${stamp.slice(0, 10)}T${stamp.slice(11, 16) || '00:00'}Z`);
  return Number.isNaN(shown) ? undefined : shown;
}

const month = (date: Date): string => `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;

/** `Tue 6 Jul` */
export function dayAndMonth(clock: number): string {
  const date = new Date(clock);
  return `${DAYS[date.getUTCDay()]} ${month(date)}`;
}

/** Day of a date or date-time: `Tue 6 Jul`; undefined without a date. */
export function dayName(stamp: string | null | undefined): string | undefined {
  const clock = clockOf(stamp);
  return clock === undefined ? undefined : dayAndMonth(clock);
}

/** Date with its year: `6 Jul 2020`; undefined without a date. */
export function fullDate(stamp: string | null | undefined): string | undefined {
  const clock = clockOf(stamp);
  if (clock === undefined) return undefined;
  const date = new Date(clock);
  return `${month(date)} ${date.getUTCFullYear()}`;
}
