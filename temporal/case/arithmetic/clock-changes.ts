/**
 * Effect of clock changes on cron lines. A local time that is skipped starts a run at the first instant after the gap;
 * a local time that occurs twice starts one run. Timers of systemd do the same.
 */

import { offsetAt } from './calendar.ts';
import { fitsCron, readCron } from './cron.ts';

/** Schedule by a cron line. `cron` is null for a schedule by an interval, which clock changes do not affect. */
interface ByCron {
  readonly cron: string | null;
  readonly time_zone: string;
}

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
/** Largest clock change of any zone, ms. */
const LARGEST_MS = 3 * 60 * MINUTE_MS;

interface Gap {
  /** The first instant after the gap, ms. */
  readonly end: number;
  /** Length of the gap, ms. */
  readonly length: number;
}

/** Gaps of a zone in a range of instants: local times that are skipped when its clock is put forward. */
function* gaps(zone: string, from: number, to: number): Iterable<Gap> {
  for (let start = from; start < to; start += WEEK_MS) {
    let [low, high] = [start, Math.min(start + WEEK_MS, to)];
    const length = offsetAt(high, zone) - offsetAt(low, zone);
    if (length <= 0) continue;
    const before = offsetAt(low, zone);
    while (high - low > MINUTE_MS) {
      const middle = Math.floor((low + high) / 2 / MINUTE_MS) * MINUTE_MS;
      if (offsetAt(middle, zone) === before) low = middle;
      else high = middle;
    }
    yield { end: high, length };
  }
}

/** The first local time of a cron line within a gap, read as UTC. */
function skippedIn(cron: string, zone: string, { end, length }: Gap): number | undefined {
  const fields = readCron(cron);
  if (typeof fields === 'string') return undefined;
  const after = end + offsetAt(end, zone);
  for (let local = after - length; local < after; local += MINUTE_MS)
    if (fitsCron(fields, local)) return local;
  return undefined;
}

/** Instants in a range at which skipped times start a run: the first instant after each gap. */
export function afterSkipped({ cron, time_zone: zone }: ByCron, from: Date, to: Date): Date[] {
  if (cron === null) return [];
  const all = [...gaps(zone, Math.floor(from.getTime() / MINUTE_MS) * MINUTE_MS, to.getTime())];
  return all.filter((gap) => skippedIn(cron, zone, gap) !== undefined).map(({ end }) => new Date(end));
}

/**
 * Range of time around now in which clock changes are considered, ms: this long before now (for backfills) and this
 * long after. The sweep moves the range on long before it ends.
 */
const CLOCK_YEARS_MS = 10 * 366 * 24 * 60 * MINUTE_MS;

/** A local time of one day. */
export interface LocalTime {
  readonly year: number;
  /** Month, 1 to 12. */
  readonly month: number;
  readonly dayOfMonth: number;
  readonly hour: number;
  readonly minute: number;
}

/** Adds the local times right after the gaps to a schedule, for a scheduler that omits skipped times. */
export function withGaps<Plan extends ByCron>(plan: Plan): Plan & { readonly after_gaps: LocalTime[] } {
  const now = Date.now();
  const gaps = afterSkipped(plan, new Date(now - CLOCK_YEARS_MS), new Date(now + CLOCK_YEARS_MS));
  const after_gaps = gaps.map((at) => {
    const local = new Date(at.getTime() + offsetAt(at.getTime(), plan.time_zone));
    return {
      ...{ year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, dayOfMonth: local.getUTCDate() },
      ...{ hour: local.getUTCHours(), minute: local.getUTCMinutes() },
    };
  });
  return { ...plan, after_gaps };
}

/** Sentence on how a clock change moves a time of a schedule; null for a time that no change moves. */
export function clockNote({ cron, time_zone: zone }: ByCron, time: Date): string | null {
  const fields = readCron(cron ?? '');
  const at = time.getTime();
  if (cron === null || typeof fields === 'string') return null;
  const day = new Date(at + offsetAt(at, zone)).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const forward = offsetAt(at, zone) - offsetAt(at - 1, zone);
  const skipped = forward > 0 ? skippedIn(cron, zone, { end: at, length: forward }) : undefined;
  if (skipped !== undefined)
    return `${clock(skipped)} is skipped on ${day} in ${zone}: it starts when the clock is put forward to ${clock(at + offsetAt(at, zone))}`;
  const back = putBack(at, zone);
  const comesAgain = back > 0 && offsetAt(at + back, zone) === offsetAt(at, zone) - back;
  const local = at + offsetAt(at, zone);
  if ((!comesAgain && !firstOfTwo(zone, time)) || !fitsCron(fields, local)) return null;
  return `${clock(local)} occurs twice on ${day} in ${zone}, because the clock is put back: it starts once`;
}

/** Duration by which the clock is put back at about an instant, ms; 0 without a change. */
const putBack = (at: number, zone: string): number =>
  offsetAt(at - LARGEST_MS, zone) - offsetAt(at + LARGEST_MS, zone);

/**
 * The earlier of two instants with the same local time, which occurs twice because the clock is put back; undefined if
 * the local time occurs once.
 */
export function firstOfTwo(zone: string, time: Date): Date | undefined {
  const at = time.getTime();
  const back = putBack(at, zone);
  const isSecond = back > 0 && offsetAt(at - back, zone) === offsetAt(at, zone) + back;
  return isSecond ? new Date(at - back) : undefined;
}

const clock = (local: number): string => new Date(local).toISOString().slice(11, 16);
