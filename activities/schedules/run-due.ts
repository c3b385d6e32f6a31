/** Handles a due time of a schedule: starts its run once, and waits for the end of the run. */
import { ApplicationFailure, activityInfo } from '@temporalio/activity';
import type { ScheduleEntry, ScheduleRecord } from '../../mongo/schedules.ts';
import { firstOfTwo } from '../../temporal/case/arithmetic/clock-changes.ts';
import { isTerminal } from '../../temporal/case/messages/job.ts';
import type { DueInput, StartedRun } from '../../temporal/case/messages/schedule.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { expiryOf } from '../runs/lifecycle.ts';

/** Time for which a refused submission is retried if it may succeed later, ms. */
const TRIED_MS = 3_600_000;

/**
 * Handles a due time. Throws while the run is open, so that Temporal retries it; retries add no events to the history
 * of the workflow.
 */
export async function runDue(deps: RecordActivityDeps, { scheduleId, at }: DueInput): Promise<void> {
  const schedule = await deps.schedules.findById(scheduleId);
  if (!schedule) {
    // Without a record, a process ended after it had deleted the record, and before it deleted the schedule in
    // Temporal.
    await deps.scheduler.tell(scheduleId, (handle) => handle.delete());
    return;
  }
  const entry = await deps.schedules.begin(schedule, new Date(at), expiryOf(deps.now(), deps.retentionDays));
  if (!entry.run && (await hasStartedBefore(deps, schedule, entry))) {
    await deps.schedules.noteMissed(entry._id, `${entry.note ?? ''}, and has`, {});
    return;
  }
  const run = entry.run ?? (await submitted(deps, schedule, entry));
  const stores = { job: deps.jobs, experiment: deps.experiments, run: deps.executions };
  // A run whose record has been deleted has ended.
  const record = run && (await stores[run.kind].find(run.id));
  if (record && !isTerminal(record.status)) throw ApplicationFailure.retryable('The run is open', 'OPEN');
}

/**
 * True if a clock change repeats this local time, and its first occurrence has started a run: Temporal may report both.
 */
async function hasStartedBefore(
  { scheduler }: RecordActivityDeps,
  { _id, cron, time_zone }: ScheduleRecord,
  { at, note }: ScheduleEntry,
): Promise<boolean> {
  const first = cron !== null && note !== undefined ? firstOfTwo(time_zone, at) : undefined;
  if (!first) return false;
  return (await scheduler.times(_id, new Date(first.getTime() - 1), first)).length > 0;
}

async function submitted(
  deps: RecordActivityDeps,
  schedule: ScheduleRecord,
  entry: ScheduleEntry,
): Promise<StartedRun | null> {
  const outcome = await deps.submitDue(entry);
  if ('id' in outcome) {
    await deps.schedules.noteRun(entry._id, outcome);
    return outcome;
  }
  const { kind, reason } = outcome;
  if (kind === 'passing' && deps.now().getTime() - activityInfo().scheduledTimestampMs < TRIED_MS)
    throw ApplicationFailure.retryable(reason, 'REFUSED');
  if (kind === 'gone')
    await deps.scheduler.tell(schedule._id, (handle) => handle.pause(`Paused by itself: ${reason}`));
  await noteMissed(deps, schedule, entry.at, reason);
  return null;
}

/**
 * Records, once, that a due time started no run, and informs the webhooks of the schedule's owner. Resolves to true if
 * it was not recorded before.
 */
export async function noteMissed(
  deps: RecordActivityDeps,
  schedule: ScheduleRecord,
  scheduled_at: Date,
  reason: string,
): Promise<boolean> {
  const { _id: schedule_id, user_id, name } = schedule;
  const at = deps.now();
  const expiresAt = expiryOf(at, deps.retentionDays);
  const deliveries = await deps.audit.together(async (tx) => {
    const entry = await deps.schedules.begin(schedule, scheduled_at, expiresAt, tx);
    if (!(await deps.schedules.noteMissed(entry._id, reason, tx))) return null;
    const data = { schedule_id, name, scheduled_at, reason };
    return deps.webhooks.announce(user_id, { types: ['schedule.missed'], at, data }, expiresAt, tx);
  });
  await deps.startDeliveries(deliveries ?? []);
  return deliveries !== null;
}
