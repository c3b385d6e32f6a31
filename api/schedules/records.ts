/**
 * Schedules, as records and in Temporal. Temporal is updated right after a change of the record; if the process fails
 * in between, the workflow `sweep` updates Temporal.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Audit, AuditDetails } from '../../mongo/audit.ts';
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

/**
 * Time range in which the next time of a schedule is searched for, ms: 29 February falls on a given weekday within 28
 * years, except around some centuries.
 */
const LOOKED_AHEAD_MS = 40 * 366 * 24 * 3_600_000;

/**
 * Stores a change. Checks only the fields of the patch: a schedule may be renamed even if its scenario has been
 * deleted.
 */
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
    throw refused(
      'time_zone',
      'An interval counts from 1970 in UTC; a time zone applies to a cron line only',
    );
  if (patch.cron || patch.every_minutes || patch.time_zone) {
    const times = await timesOf(deps, schedule, now, new Date(now.getTime() + LOOKED_AHEAD_MS));
    if (times.length === 0) throw refused('cron', 'No date ever matches this line');
  }
  await deps.audit.together(async (tx) => {
    const outcome =
      action === 'created'
        ? await schedules.insert(schedule, tx)
        : await schedules.replace(schedule, patch.name !== undefined, tx);
    if (outcome === 'gone') throw notFound();
    if (outcome === 'full')
      throw new Conflict(`You already have ${MAX_SCHEDULES} schedules, the maximum: delete one`);
    if (outcome === 'named') throw new Conflict(`You already have a schedule named '${name}'`);
    await note(deps.audit, caller, _id, { action, name }, tx);
  });
  await scheduler
    .put(withGaps(schedule))
    .catch((err: unknown) => log.warn({ err, schedule_id: _id }, 'schedule left to the sweep'));
  return view(deps, schedule);
}

/** Times in a range at which Temporal would start the schedule. */
export async function timesOf(
  { scheduler }: ScheduleDeps,
  times: ScheduleTimes,
  from: Date,
  to: Date,
): Promise<readonly Date[]> {
  const answer = await fromTemporal(scheduler.timesOf(withGaps(times), from, to));
  if (typeof answer === 'string') throw refused('cron', `This is not a cron line: ${answer}`);
  return answer;
}

export async function tell(
  { scheduler }: ScheduleDeps,
  { _id }: ScheduleRecord,
  say: Parameters<Scheduler['tell']>[1],
): Promise<void> {
  if (!(await fromTemporal(scheduler.tell(_id, say))))
    throw new BadGateway('The schedule has not reached the workflow service yet: retry in a minute');
}

const fromTemporal = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((cause: unknown) => {
    throw new BadGateway('Workflow service unreachable', { cause });
  });

/** A schedule of the caller. Throws `NotFound` for a schedule of another user, too. */
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
  audit: Audit,
  caller: Caller,
  schedule_id: string,
  details: AuditDetails,
  tx?: Transaction,
): Promise<void> => audit.record('schedule_changed', auditSubject(caller, { schedule_id, ...details }), tx);

const NEXT_TIMES = 5;

/** A schedule with its state in Temporal. The state is omitted when Temporal does not answer. */
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

/** Longest wait for a triggered run to start, ms. */
const TRIGGER_MS = 10_000;
const LOOK_MS = 200;

/**
 * Entry of the run that a trigger started since a time, or the reason why no run started; null if the start takes
 * longer, or an earlier run is still open.
 */
export async function startedSince(deps: ScheduleDeps, { _id }: ScheduleRecord, since: Date) {
  const until = Date.now() + TRIGGER_MS;
  while (Date.now() < until) {
    const entry = await deps.schedules.firstSince(_id, since);
    if (entry && (entry.run || entry.reason !== null)) return viewEntry(deps, entry);
    await delay(LOOK_MS);
  }
  return null;
}
