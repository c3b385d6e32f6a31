/** Names for positions in series: hours, or intervals with their start times. The first position has number 0. */
import type { SolvePayload } from '../schema.ts';

const MINUTES_PER_HOUR = 60;

/** Start of interval `t` as h:mm. */
function clockOf(t: number, minutes: number): string {
  const begin = t * minutes;
  const past = String(begin % MINUTES_PER_HOUR).padStart(2, '0');
  return `${Math.floor(begin / MINUTES_PER_HOUR)}:${past}`;
}

/** Name of a position: "hour 5", or "interval 22 (5:30)". */
export const periodName = (t: number, minutes: number = MINUTES_PER_HOUR): string =>
  minutes === MINUTES_PER_HOUR ? `hour ${t}` : `interval ${t} (${clockOf(t, minutes)})`;

/** Name of positions in the plural: "hours", or "intervals of 15 min". */
export const periodsName = (minutes: number = MINUTES_PER_HOUR): string =>
  minutes === MINUTES_PER_HOUR ? 'hours' : `intervals of ${minutes} min`;

/** Time words for messages about one case. */
export interface TimeWords {
  /** Name of a position at the beginning of a message: "Hour 5", or "Interval 22 (5:30)". */
  at(t: number): string;
  /** Name of a position within a message: "hour 5", or "interval 22 (5:30)". */
  name(t: number): string;
  /** Converts a time in intervals to h, or an energy in MW times intervals to MWh. */
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
