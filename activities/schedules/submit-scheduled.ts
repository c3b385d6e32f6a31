/** Starts what a schedule is to start at one time, once, and waits for its end. */
import { ApplicationFailure, activityInfo } from '@temporalio/activity';
import type { ScheduleRecord } from '../../mongo/schedules.ts';
import { isTerminal } from '../../temporal/case/messages/job.ts';
import type { DueInput, RunOfTime, StartedRun } from '../../temporal/case/messages/schedule.ts';
import type { RecordActivityDeps } from '../deps.ts';

/** A submission that may pass later is tried again for so long, ms. */
const TRIED_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;

export async function submitScheduled(
  deps: RecordActivityDeps,
  { scheduleId, scheduledAt }: DueInput,
): Promise<{ readonly run: StartedRun | null }> {
  const schedule = await deps.schedules.findById(scheduleId);
  if (!schedule) return { run: null };
  const at = new Date(scheduledAt);
  const action = await deps.scheduleActions.begin(schedule, at, expiryOf(deps));
  if (action.run) return { run: action.run };
  const outcome = await deps.submissions.submit({
    userId: schedule.user_id,
    name: schedule.name,
    target: action.target,
    key: action._id,
  });
  if ('run' in outcome) {
    await deps.scheduleActions.markSubmitted(action._id, outcome.run);
    return outcome;
  }
  const { reason, kind } = outcome;
  if (kind === 'passing' && deps.now().getTime() - activityInfo().scheduledTimestampMs < TRIED_MS)
    throw ApplicationFailure.retryable(reason, 'REFUSED');
  if (kind === 'gone') await deps.scheduler.pause(scheduleId, `Paused by itself: ${reason}`);
  await noteMissedTime(deps, schedule, at, reason);
  return { run: null };
}

/** Notes once that a time has started nothing, and tells the webhooks of its owner. Resolves to whether it is new. */
export async function noteMissedTime(
  deps: Pick<
    RecordActivityDeps,
    'scheduleActions' | 'webhooks' | 'deliveries' | 'audit' | 'retentionDays' | 'now'
  >,
  schedule: ScheduleRecord,
  at: Date,
  reason: string,
): Promise<boolean> {
  const { _id: schedule_id, user_id, name } = schedule;
  const data = { schedule_id, name, scheduled_at: at.toISOString(), reason };
  const told = await deps.audit.together(async (tx) => {
    const { _id } = await deps.scheduleActions.begin(schedule, at, expiryOf(deps), tx);
    if (!(await deps.scheduleActions.markMissed(_id, reason, tx))) return null;
    const event = { types: ['schedule.missed' as const], at: deps.now(), data };
    return deps.webhooks.announce(user_id, event, expiryOf(deps), tx);
  });
  await deps.deliveries.startAll(told ?? []);
  return told !== null;
}

const expiryOf = ({ now, retentionDays }: Pick<RecordActivityDeps, 'now' | 'retentionDays'>): Date =>
  new Date(now().getTime() + retentionDays * DAY_MS);

/** Fails while the run is open: its workflow asks again. A run that is not on record any more has ended. */
export async function awaitRun(
  deps: RecordActivityDeps,
  { scheduleId, scheduledAt, run }: RunOfTime,
): Promise<void> {
  const stores = { job: deps.jobs, experiment: deps.experiments, execution: deps.executions };
  const record = await stores[run.kind].find(run.id);
  if (record && !isTerminal(record.status)) throw ApplicationFailure.retryable('The run is open', 'OPEN');
  const id = `${scheduleId}/${scheduledAt}`;
  await deps.scheduleActions.markEnded(id, record?.finished_at ?? deps.now());
}
