/**
 * Names of the intervals of the current job: hours or shorter intervals, or local times if the case has a date. They
 * are set when a result is read, before its views are rendered.
 */
import { clockOf, DAY, dayAndMonth, HOURS_AND_MINUTES } from './dates.ts';

const HOUR = 60;
const MINUTE_MS = 60_000;

let minutes = HOUR;
/** Start of the first interval in local time of the case, ms (see `dates.ts`); undefined without a date. */
let start: number | undefined;

interface Times {
  readonly interval_minutes?: number | undefined;
  readonly start_time?: string | undefined;
}

/** Sets the intervals of the page; default: hours. */
export function countIn({ interval_minutes, start_time }: Times): void {
  minutes = interval_minutes ?? HOUR;
  start = clockOf(start_time);
}

const atStart = (t: number): number | undefined =>
  start === undefined ? undefined : start + t * minutes * MINUTE_MS;

const isHourly = (): boolean => minutes === HOUR;

/** Length of an interval, h; times MW gives MWh. */
export const intervalHours = (): number => minutes / HOUR;

/** Tick of an axis: `5` or `5:30`; for a case with a date `16:00`, and `Tue 6 Jul` at midnight. */
export function tick(t: number): string {
  const at = atStart(t);
  if (at !== undefined) return at % DAY === 0 ? dayAndMonth(at) : HOURS_AND_MINUTES.format(at);
  if (isHourly()) return String(t);
  const begin = t * minutes;
  return `${Math.floor(begin / HOUR)}:${String(begin % HOUR).padStart(2, '0')}`;
}

/** Name of an interval: `hour 5` or `interval 22 (5:30)`; for a case with a date `Tue 6 Jul, 16:00–17:00`. */
export function periodName(t: number | undefined): string {
  const at = t === undefined ? undefined : atStart(t);
  if (at !== undefined) {
    const end = HOURS_AND_MINUTES.format(at + minutes * MINUTE_MS);
    return `${dayAndMonth(at)}, ${HOURS_AND_MINUTES.format(at)}–${end}`;
  }
  return isHourly() || t === undefined ? `hour ${t ?? '–'}` : `interval ${t} (${tick(t)})`;
}

/** Name of an interval with its preposition: `in hour 5`; for a case with a date `on Tue 6 Jul, 16:00–17:00`. */
export const inPeriod = (t: number | undefined): string =>
  `${start === undefined ? 'in' : 'on'} ${periodName(t)}`;

/** Name of an interval in a table cell: `5` or `22 (5:30)`; for a case with a date `Tue 6 Jul, 16:00`. */
export function periodCell(t: number): string {
  const at = atStart(t);
  if (at !== undefined) return `${dayAndMonth(at)}, ${HOURS_AND_MINUTES.format(at)}`;
  return isHourly() ? String(t) : `${t} (${tick(t)})`;
}

const HOURS = /\b(?:(?:in|at) )?(?:hour|interval) (\d+)(?: \(\d+:\d\d\))?/gi;

/** Replaces buses and hours in a sentence of the service by the names that the page uses. */
export function named(sentence: string): string {
  const text = sentence.replace(/\bbus_(?=\d)/g, 'bus ');
  if (start === undefined) return text;
  return text.replace(HOURS, (all, t) => `${/^(in|at) /.test(all) ? 'on ' : ''}${periodName(Number(t))}`);
}

/** Names of ascending intervals in a table cell: `3, 5 to 8`; for a case with a date `Tue 6 Jul, 16:00–19:00`. */
export function periodsCell(positions: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const t of positions) {
    const run = runs.at(-1);
    if (run && t <= run[1] + 1) run[1] = t;
    else runs.push([t, t]);
  }
  return runs
    .map(([first, last]) => {
      if (start === undefined)
        return first === last ? periodCell(first) : `${periodCell(first)} to ${periodCell(last)}`;
      const [day, end] = [periodName(first).split('–')[0], periodName(last)];
      return dayOf(first) === dayOf(last)
        ? `${day}–${end.split('–')[1]}`
        : `${day} to ${periodCell(last + 1)}`;
    })
    .join(start === undefined ? ', ' : '; ');
}

const dayOf = (t: number): string => dayAndMonth(atStart(t) ?? 0);

/** Word for one interval: `hour` or `interval`; the plural follows. */
export const period = (): string => (isHourly() ? 'hour' : 'interval');
export const periods = (): string => `${period()}s`;
export const axisTitle = (): string => (start === undefined ? (isHourly() ? 'hour' : 'time, h:mm') : '');

/** Length of a case that has not been solved: `24 hours` or `96 intervals of 15 min`. */
export function lengthOf(horizon: string, interval: number | undefined): string {
  return interval === undefined || interval === HOUR
    ? `${horizon} hours`
    : `${horizon} intervals of ${interval} min`;
}

export const capitalized = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
