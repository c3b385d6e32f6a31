/** Names of the periods of a case: hours or shorter intervals, by local time if the case has a date. For pages and reports. */
import { clockOf, DAY, dayAndMonth, hoursAndMinutes } from './dates.ts';

const HOUR = 60;
const MINUTE_MS = 60_000;

export interface Times {
  readonly interval_minutes?: number | undefined;
  readonly start_time?: string | undefined;
}

export type PeriodNames = ReturnType<typeof periodNames>;

const HOURS = /\b(?:(?:in|at) )?(?:hour|interval) (\d+)(?: \(\d+:\d\d\))?/gi;

/** Default: hours without a date. */
export function periodNames({ interval_minutes: minutes = HOUR, start_time }: Times) {
  /** Start of the first interval in local time of the case, ms (see `dates.ts`). */
  const start = clockOf(start_time);
  const isHourly = minutes === HOUR;
  const atStart = (t: number): number | undefined =>
    start === undefined ? undefined : start + t * minutes * MINUTE_MS;

  /** Axis tick: `5` or `5:30`; with a date `16:00`, and `Tue 6 Jul` at midnight. */
  function tick(t: number): string {
    const at = atStart(t);
    if (at !== undefined) return at % DAY === 0 ? dayAndMonth(at) : hoursAndMinutes(at);
    if (isHourly) return String(t);
    const begin = t * minutes;
    return `${Math.floor(begin / HOUR)}:${String(begin % HOUR).padStart(2, '0')}`;
  }

  /** `hour 5` or `interval 22 (5:30)`; with a date `Tue 6 Jul, 16:00–17:00`. */
  function periodName(t: number | undefined): string {
    const at = t === undefined ? undefined : atStart(t);
    if (at !== undefined) {
      const end = hoursAndMinutes(at + minutes * MINUTE_MS);
      return `${dayAndMonth(at)}, ${hoursAndMinutes(at)}–${end}`;
    }
    return isHourly || t === undefined ? `hour ${t ?? '–'}` : `interval ${t} (${tick(t)})`;
  }

  /** Table cell: `5` or `22 (5:30)`; with a date `Tue 6 Jul, 16:00`. */
  function periodCell(t: number): string {
    const at = atStart(t);
    if (at !== undefined) return `${dayAndMonth(at)}, ${hoursAndMinutes(at)}`;
    return isHourly ? String(t) : `${t} (${tick(t)})`;
  }

  /** Table cell of a run of positions. */
  function spanCell([first, last]: readonly [number, number]): string {
    if (start === undefined)
      return first === last ? periodCell(first) : `${periodCell(first)} to ${periodCell(last)}`;
    const [day, end] = [periodName(first).split('–')[0], periodName(last)];
    const isOneDay = dayAndMonth(atStart(first) ?? 0) === dayAndMonth(atStart(last) ?? 0);
    return isOneDay ? `${day}–${end.split('–')[1]}` : `${day} to ${periodCell(last + 1)}`;
  }

  return {
    /** Length of an interval, h; times MW gives MWh. */
    intervalHours: minutes / HOUR,
    /** `hour`, or `interval`. */
    period: isHourly ? 'hour' : 'interval',
    axisTitle: start === undefined ? (isHourly ? 'hour' : 'time, h:mm') : '',
    tick,
    periodName,
    periodCell,
    /** `in hour 5`; with a date `on Tue 6 Jul, 16:00–17:00`. */
    inPeriod: (t: number | undefined): string => `${start === undefined ? 'in' : 'on'} ${periodName(t)}`,
    /** Table cell of ascending positions: `3, 5 to 8`; with a date `Tue 6 Jul, 16:00–19:00`. */
    periodsCell(positions: readonly number[]): string {
      const runs: [first: number, last: number][] = [];
      for (const t of positions) {
        const run = runs.at(-1);
        if (run && t <= run[1] + 1) run[1] = t;
        else runs.push([t, t]);
      }
      return runs.map(spanCell).join(start === undefined ? ', ' : '; ');
    },
    /** Rewrites a sentence of the service: names of buses and hours become those that readers see. */
    named(sentence: string): string {
      const text = sentence.replace(/\bbus_(?=\d)/g, 'bus ');
      if (start === undefined) return text;
      return text.replace(HOURS, (all, t) => `${/^(in|at) /.test(all) ? 'on ' : ''}${periodName(Number(t))}`);
    },
  };
}

export const capitalized = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
