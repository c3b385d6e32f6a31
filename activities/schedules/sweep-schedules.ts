/**
 * The sweep of schedules: makes schedules in Temporal match their records, and records the due times that started no
 * run.
 */
import type { ScheduleRecord } from '../../mongo/schedules.ts';
import { withGaps } from '../../temporal/case/arithmetic/clock-changes.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { noteMissed } from './run-due.ts';

/**
 * Delay after which due times are checked, ms. By then each due time has started its workflow, unless Temporal was
 * down.
 */
const SETTLED_MS = 60_000;
/**
 * Longest range of due times in one check, ms. Even with a due time every minute, Temporal can list all due times of
 * the range.
 */
const RANGE_MS = 12 * 3_600_000;
const AT_ONCE = 50;

/** Sweeps schedules; resolves to the number of missed due times. */
export async function sweepSchedules(deps: RecordActivityDeps): Promise<number> {
  const settled = new Date(deps.now().getTime() - SETTLED_MS);
  let missed = 0;
  for (const schedule of await deps.schedules.unlooked(settled, AT_ONCE))
    missed += await lookAt(deps, schedule, settled);
  return missed;
}

async function lookAt(deps: RecordActivityDeps, schedule: ScheduleRecord, settled: Date): Promise<number> {
  const { schedules, scheduler } = deps;
  const { _id, updated_at, looked_at } = schedule;
  // A process may have ended after it changed the record, and before it changed the schedule in Temporal. The first
  // check after a change repairs this.
  const state = looked_at > updated_at ? await scheduler.state(_id) : undefined;
  if (!state) {
    await scheduler.put(withGaps(schedule));
    await schedules.markLooked(_id, new Date(Math.max(looked_at.getTime(), updated_at.getTime() + 1)));
    return 0;
  }
  // Gives Temporal the next clock changes again, also for schedules that were created without them.
  if (dayOf(looked_at) !== dayOf(settled)) await scheduler.put(withGaps(schedule));
  const until = new Date(Math.min(settled.getTime(), looked_at.getTime() + RANGE_MS));
  // If Temporal is late, due times are not missed yet: after an outage, or while starts wait for the end of a run.
  const isBehind = state.isBuffering || (state.next[0] !== undefined && state.next[0] <= until);
  if (isBehind && !state.isPaused) return 0;
  let missed = 0;
  for (const at of state.isPaused ? [] : await scheduler.times(_id, looked_at, until)) {
    if ((await schedules.entry(_id, at)) || (await scheduler.hasStarted(_id, at))) continue;
    missed += Number(await noteMissed(deps, schedule, at, MISSED));
  }
  await schedules.markLooked(_id, until);
  return missed;
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 'YYYY-MM-DD'.length);

const MISSED = 'The previous run was still open, or the service was down for longer than a day';
