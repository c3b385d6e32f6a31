/**
 * Cron lines where a clock is put forward or back. A local time that is skipped starts at the first instant after the gap,
 * and one that comes twice starts once: so each starts once, as with timers of systemd.
 */
import type { ScheduleTimes } from '../messages/schedule.ts';
import { offsetAt, stampOf } from './calendar.ts';
import { fitsCron, readCron } from './cron.ts';

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
/** No clock is put forward or back by more. */
const LARGEST_MS = 3 * 60 * MINUTE_MS;

interface Gap {
  /** The first instant after it, ms. */
  readonly end: number;
  /** By how much the clock is put forward, ms. */
  readonly length: number;
}

/** Instants between two others at which a zone puts its clock forward. */
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

/** The first local time of a line within a gap, as if it were UTC. */
function skippedIn(cron: string, zone: string, { end, length }: Gap): number | undefined {
  const fields = readCron(cron);
  if (typeof fields === 'string') return undefined;
  const after = end + offsetAt(end, zone);
  for (let local = after - length; local < after; local += MINUTE_MS)
    if (fitsCron(fields, local)) return local;
  return undefined;
}

/** Instants at which times start that clocks have skipped, in a range: the first after each gap. */
export function afterSkipped(
  { cron, time_zone: zone }: Pick<ScheduleTimes, 'cron' | 'time_zone'>,
  from: Date,
  to: Date,
): Date[] {
  if (cron === null) return [];
  const all = [...gaps(zone, Math.floor(from.getTime() / MINUTE_MS) * MINUTE_MS, to.getTime())];
  return all.filter((gap) => skippedIn(cron, zone, gap) !== undefined).map(({ end }) => new Date(end));
}

/** What a change of the clock has to do with a time of a schedule; null: nothing. */
export function clockNote(
  { cron, time_zone: zone }: Pick<ScheduleTimes, 'cron' | 'time_zone'>,
  time: Date,
): string | null {
  const fields = readCron(cron ?? '');
  const at = time.getTime();
  if (cron === null || typeof fields === 'string') return null;
  const day = stampOf(at, zone).slice(0, 'YYYY-MM-DD'.length);
  const forward = offsetAt(at, zone) - offsetAt(at - 1, zone);
  const skipped = forward > 0 ? skippedIn(cron, zone, { end: at, length: forward }) : undefined;
  if (skipped !== undefined)
    return `${clock(skipped)} is skipped on ${day} in ${zone}: it starts when the clock is put forward to ${clock(at + offsetAt(at, zone))}`;
  const back = offsetAt(at - LARGEST_MS, zone) - offsetAt(at + LARGEST_MS, zone);
  const comesAgain = back > 0 && offsetAt(at + back, zone) === offsetAt(at, zone) - back;
  const cameBefore = back > 0 && offsetAt(at - back, zone) === offsetAt(at, zone) + back;
  const local = at + offsetAt(at, zone);
  if ((!comesAgain && !cameBefore) || !fitsCron(fields, local)) return null;
  return `${clock(local)} comes twice on ${day} in ${zone}, where the clock is put back: it starts once`;
}

const clock = (local: number): string => new Date(local).toISOString().slice(11, 16);
