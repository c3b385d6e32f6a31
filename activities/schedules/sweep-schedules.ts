/** What the sweep does for schedules: Temporal has them as their records are, and times that started nothing have an entry. */
import type { ScheduleRecord } from '../../mongo/schedules.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { noteMissed } from './run-due.ts';

/** Times are looked at when they are so old, ms: each has started its workflow by then, if Temporal was there. */
const SETTLED_MS = 60_000;
/** Longest range of one look, ms: at one a minute it has fewer times than Temporal lists. */
const RANGE_MS = 12 * 3_600_000;
const AT_ONCE = 50;

/** Resolves to how many times were missed. */
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
  // A process may have died between the change here and there: the first look after it makes sure.
  const state = looked_at > updated_at ? await scheduler.state(_id) : undefined;
  if (!state) {
    await scheduler.put(schedule);
    await schedules.markLooked(_id, new Date(Math.max(looked_at.getTime(), updated_at.getTime() + 1)));
    return 0;
  }
  // So that Temporal has the changes of clocks that are ahead, also of schedules from before it was told of any.
  if (dayOf(looked_at) !== dayOf(settled)) await scheduler.put(schedule);
  const until = new Date(Math.min(settled.getTime(), looked_at.getTime() + RANGE_MS));
  // Temporal comes to a time late when it was away, or when starts wait for a run: then it is not missed yet.
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

const MISSED = 'The run before it was still open, or the service was away for longer than a day';
