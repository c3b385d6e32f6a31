/** Schedules as records and in Temporal, which is told right after a change, or by the sweep where a process dies between. */
import { setTimeout as delay } from 'node:timers/promises';
import type { AuditDetails } from '../../mongo/audit.ts';
import { MAX_SCHEDULES, type PastEntry, type ScheduleRecord, type Schedules } from '../../mongo/schedules.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import { withGaps } from '../../temporal/case/arithmetic/clock-changes.ts';
import type { ScheduleTimes } from '../../temporal/case/messages/schedule.ts';
import type { Scheduler } from '../../temporal/schedules.ts';
import { BadGateway, Conflict, NotFound, Unprocessable } from '../http/errors.ts';
import { auditSubject, type Caller } from '../http/request.ts';
import type { SchedulePatch } from './schedule.ts';
import { checkTarget, type TargetDeps } from './target.ts';

export type ScheduleDeps = TargetDeps & { readonly schedules: Schedules; readonly scheduler: Scheduler };

/** 29 February, on a Monday, comes within 28 years but for turns of centuries. */
const LOOKED_AHEAD_MS = 40 * 366 * 24 * 3_600_000;

/** Judges what a patch says and no more: a schedule may be renamed though its scenario is gone. */
export async function store(
  deps: ScheduleDeps,
  action: 'created' | 'changed',
  schedule: ScheduleRecord,
  patch: SchedulePatch,
  caller: Caller,
) {
  const { schedules, scheduler, log } = deps;
  const { _id, name, updated_at: now } = schedule;
  await checkTarget(deps, patch, caller.user);
  if (patch.time_zone !== undefined && patch.time_zone !== 'UTC' && schedule.every_minutes !== null)
    throw refused('time_zone', 'An interval counts from 1970 in UTC: a time zone is of a cron line');
  if (patch.cron || patch.every_minutes || patch.time_zone) {
    const times = await timesOf(deps, schedule, now, new Date(now.getTime() + LOOKED_AHEAD_MS));
    if (times.length === 0) throw refused('cron', 'No day is ever like this: it would never start anything');
  }
  await deps.audit.together(async (tx) => {
    const outcome =
      action === 'created'
        ? await schedules.insert(schedule, tx)
        : await schedules.replace(schedule, patch.name !== undefined, tx);
    if (outcome === 'gone') throw notFound();
    if (outcome === 'full')
      throw new Conflict(`You have ${MAX_SCHEDULES} schedules, the most allowed: delete one`);
    if (outcome === 'named') throw new Conflict(`You have a schedule named '${name}': names are unique`);
    await note(deps, caller, _id, { action, name }, tx);
  });
  await scheduler
    .put(withGaps(schedule))
    .catch((err: unknown) => log.warn({ err, schedule_id: _id }, 'schedule left to the sweep'));
  return view(deps, schedule);
}

/** The times of a range, as Temporal reads a schedule. */
export async function timesOf(
  { scheduler }: ScheduleDeps,
  times: ScheduleTimes,
  from: Date,
  to: Date,
): Promise<readonly Date[]> {
  const answer = await asked(scheduler.timesOf(withGaps(times), from, to));
  if (typeof answer === 'string') throw refused('cron', `This is no cron line: ${answer}`);
  return answer;
}

export async function tell(
  { scheduler }: ScheduleDeps,
  { _id }: ScheduleRecord,
  say: Parameters<Scheduler['tell']>[1],
): Promise<void> {
  if (!(await asked(scheduler.tell(_id, say))))
    throw new BadGateway('The schedule has yet to reach the workflow service: try again in a minute');
}

const asked = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((cause: unknown) => {
    throw new BadGateway('Workflow service unreachable', { cause });
  });

/** Throws `NotFound` for that of another user, too. */
export async function owned(
  { schedules }: ScheduleDeps,
  { schedule_id }: { readonly schedule_id: string },
  { userId }: Pick<Caller['user'], 'userId'>,
): Promise<ScheduleRecord> {
  const schedule = await schedules.find(userId, schedule_id);
  if (!schedule) throw notFound();
  return schedule;
}

export const notFound = () => new NotFound('Schedule not found');
export const refused = (field: string, msg: string): Unprocessable =>
  new Unprocessable([{ loc: ['body', field], msg, type: 'value_error' }]);

export const note = (
  { audit }: Pick<ScheduleDeps, 'audit'>,
  caller: Caller,
  schedule_id: string,
  details: AuditDetails,
  tx?: Transaction,
): Promise<void> => audit.record('schedule_changed', auditSubject(caller, { schedule_id, ...details }), tx);

const NEXT_TIMES = 5;

/** With what Temporal says of it; without that when Temporal does not answer. */
export async function view(deps: ScheduleDeps, schedule: ScheduleRecord) {
  const { _id, name, target, cron, every_minutes, time_zone, overlap } = schedule;
  const [state, [[last]]] = await Promise.all([
    deps.scheduler.state(_id).catch(() => undefined),
    deps.schedules.history(_id, 1),
  ]);
  const { isPaused = null, note: why = null, next = [] } = state ?? {};
  return {
    ...{ schedule_id: _id, name, [target.kind]: target.body, cron, every_minutes, time_zone, overlap },
    ...{ paused: isPaused, note: isPaused ? why : null },
    next_times: isPaused ? [] : next.slice(0, NEXT_TIMES).map((at) => at.toISOString()),
    last: last ? await viewEntry(deps, last) : null,
    created_at: schedule.created_at.toISOString(),
    updated_at: schedule.updated_at.toISOString(),
  };
}

export async function viewEntry(
  { jobs, experiments, executions }: ScheduleDeps,
  { at, run, reason, start, note }: PastEntry,
) {
  const record =
    run && (await { job: jobs, experiment: experiments, run: executions }[run.kind].find(run.id));
  const ofRun = run ? (record?.status ?? 'deleted') : 'submitting';
  const status = reason === null ? ofRun : 'missed';
  const ids = { kind: run?.kind ?? null, run_id: run?.id ?? null };
  const details = { start: start ?? null, reason, note: note ?? null };
  return { scheduled_at: at.toISOString(), status, ...ids, ...details };
}

/** For a trigger to have started its run, ms. */
const TRIGGER_MS = 10_000;
const LOOK_MS = 200;

/** Entry of the run that a trigger has started since a time, or the reason why it did not; null when that takes longer, or a run before it is open. */
export async function startedSince(deps: ScheduleDeps, { _id }: ScheduleRecord, since: Date) {
  const until = Date.now() + TRIGGER_MS;
  while (Date.now() < until) {
    const entry = await deps.schedules.firstSince(_id, since);
    if (entry && (entry.run || entry.reason !== null)) return viewEntry(deps, entry);
    await delay(LOOK_MS);
  }
  return null;
}
