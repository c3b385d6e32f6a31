/** What positions of series are called: hours, or intervals and when they begin, counted from the first one. */
import type { SolvePayload } from '../schema.ts';

const MINUTES_PER_HOUR = 60;

/** When interval `t` begins, h:mm. */
function clockOf(t: number, minutes: number): string {
  const begin = t * minutes;
  const past = String(begin % MINUTES_PER_HOUR).padStart(2, '0');
  return `${Math.floor(begin / MINUTES_PER_HOUR)}:${past}`;
}

/** "hour 5", or "interval 22 (5:30)". */
export const periodName = (t: number, minutes: number = MINUTES_PER_HOUR): string =>
  minutes === MINUTES_PER_HOUR ? `hour ${t}` : `interval ${t} (${clockOf(t, minutes)})`;

/** "hours", or "intervals of 15 min". */
export const periodsName = (minutes: number = MINUTES_PER_HOUR): string =>
  minutes === MINUTES_PER_HOUR ? 'hours' : `intervals of ${minutes} min`;

/** How messages about one case speak of its time. */
export interface TimeWords {
  /** "Hour 5", or "Interval 22 (5:30)": at the beginning of a message. */
  at(t: number): string;
  /** "hour 5", or "interval 22 (5:30)". */
  name(t: number): string;
  /** A time, or an energy, that was counted in intervals: h, MWh. */
  inHours(intervals: number): number;
}

export function timeWords({
  interval_minutes: minutes = MINUTES_PER_HOUR,
}: Pick<SolvePayload, 'interval_minutes'>): TimeWords {
  const name = (t: number): string => periodName(t, minutes);
  return {
    name,
    at: (t) => name(t).replace(/^./, (letter) => letter.toUpperCase()),
    inHours: (intervals) => (intervals * minutes) / MINUTES_PER_HOUR,
  };
}
