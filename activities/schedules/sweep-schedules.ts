/** What the sweep makes good of schedules: Temporal has them as their records say, and missed times have an entry. */
import { actionId } from '../../mongo/schedule-actions.ts';
import type { ScheduleRecord } from '../../mongo/schedules.ts';
import { planOf } from '../../mongo/schedules.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { noteMissedTime } from './submit-scheduled.ts';

/** A change in progress is younger than this, ms. */
const GRACE_MS = 5000;
const AT_ONCE = 50;

export async function syncSchedules({ schedules, scheduler, now }: RecordActivityDeps): Promise<number> {
  const changed = await schedules.unsynced(new Date(now().getTime() - GRACE_MS), AT_ONCE);
  for (const record of changed) {
    if (record.deleted) {
      await scheduler.remove(record._id);
      await schedules.remove(record._id);
    } else {
      await scheduler.put(planOf(record));
      await schedules.markSynced(record);
    }
  }
  return changed.length;
}

/** Times are looked at when they are so old, ms: each has started its workflow by then, if Temporal was there. */
const SETTLED_MS = 60_000;
/** Longest range of one look, ms: at one a minute it has fewer times than Temporal lists. */
const RANGE_MS = 12 * 3_600_000;

/** Finds the times that started nothing, for the service was away for too long, or the run before was still open. */
export async function noteMissed(deps: RecordActivityDeps): Promise<number> {
  const settled = new Date(deps.now().getTime() - SETTLED_MS);
  let missed = 0;
  for (const record of await deps.schedules.unlooked(settled, AT_ONCE))
    missed += await lookAt(deps, record, settled);
  return missed;
}

async function lookAt(deps: RecordActivityDeps, record: ScheduleRecord, settled: Date): Promise<number> {
  const { schedules, scheduler } = deps;
  const state = await scheduler.state(record._id);
  if (!state) {
    await schedules.markLost(record._id);
    return 0;
  }
  const until = new Date(Math.min(settled.getTime(), record.looked_at.getTime() + RANGE_MS));
  // Temporal comes to a time late when it was away, or when starts wait for a run: then it is not missed yet.
  const isBehind = state.isBuffering || (state.next[0] !== undefined && state.next[0] <= until);
  if (isBehind && !state.isPaused) return 0;
  let missed = 0;
  for (const at of state.isPaused ? [] : await scheduler.times(record._id, record.looked_at, until)) {
    if (await hasStarted(deps, record, at)) continue;
    missed += Number(await noteMissedTime(deps, record, at, await whyMissed(deps, record, at)));
  }
  await schedules.markLooked(record._id, until);
  return missed;
}

const hasStarted = async (
  { scheduleActions, scheduler }: RecordActivityDeps,
  { _id }: ScheduleRecord,
  at: Date,
) => (await scheduleActions.find(actionId(_id, at))) !== null || scheduler.hasStarted(_id, at);

async function whyMissed(
  { scheduleActions }: RecordActivityDeps,
  { _id }: ScheduleRecord,
  at: Date,
): Promise<string> {
  const before = await scheduleActions.before(_id, at);
  const isOpen = before?.run && (before.ended_at === null || before.ended_at > at);
  return isOpen
    ? `The run of ${before.scheduled_at.toISOString()} was still open`
    : 'The service was away for longer than the catch-up time';
}
