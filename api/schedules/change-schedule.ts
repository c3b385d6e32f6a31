/**
 * Changes of schedules. The record is changed first, with its audit entry; Temporal is told right after, or by the sweep where
 * this process does not live to do so.
 */
import { randomUUID } from 'node:crypto';
import { planOf, type ScheduleChange, type ScheduleRecord, timesOf } from '../../mongo/schedules.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import { WrongTimes } from '../../temporal/schedules.ts';
import { ApiError, BadGateway, Conflict, NotFound, Unprocessable } from '../http/errors.ts';
import { auditSubject, type Caller } from '../http/request.ts';
import type { ScheduleDeps } from './deps.ts';
import { changedSchedule, type SchedulePatch } from './schedule.ts';
import { requireTarget } from './submit-target.ts';

const DAY_MS = 24 * 3_600_000;
/** 29 February, on a Monday, comes within 28 years but for turns of centuries. */
const LOOKED_AHEAD_MS = 40 * 366 * DAY_MS;

export async function createSchedule(
  deps: ScheduleDeps,
  body: SchedulePatch,
  caller: Caller,
): Promise<ScheduleRecord> {
  const now = deps.now();
  const change = changedSchedule(body);
  await requireValid(deps, body, change, caller);
  const record: ScheduleRecord = {
    ...change,
    _id: randomUUID(),
    user_id: caller.user.userId,
    created_at: now,
    updated_at: now,
    revision: 1,
    synced: false,
    deleted: false,
    looked_at: now,
  };
  const most = deps.settings.MAX_SCHEDULES;
  await deps.audit.together(async (tx) => {
    const outcome = await deps.schedules.insert(record, most, tx);
    if (outcome === 'name taken') throw nameTaken(record.name);
    if (outcome === 'too many')
      throw new Conflict(`You have ${most} schedules, the most allowed: delete one`);
    await changed(deps, caller, 'created', record, tx);
  });
  await sync(deps, record);
  return record;
}

export async function changeSchedule(
  deps: ScheduleDeps,
  id: string,
  patch: SchedulePatch,
  caller: Caller,
): Promise<ScheduleRecord> {
  const before = await ownedSchedule(deps, id, caller);
  const change = changedSchedule(patch, before);
  await requireValid(deps, patch, change, caller);
  const record = await deps.audit.together(async (tx) => {
    const stored = await deps.schedules.change(caller.user.userId, id, change, deps.now(), tx);
    if (stored === 'name taken') throw nameTaken(change.name);
    if (!stored) throw notFound();
    await changed(deps, caller, 'changed', stored, tx);
    return stored;
  });
  await sync(deps, record);
  return record;
}

export async function deleteSchedule(deps: ScheduleDeps, id: string, caller: Caller): Promise<void> {
  const record = await deps.audit.together(async (tx) => {
    const stored = await deps.schedules.delete(caller.user.userId, id, deps.now(), tx);
    if (!stored) throw notFound();
    await changed(deps, caller, 'deleted', stored, tx);
    return stored;
  });
  await leftToSweep(deps, record, async () => {
    await deps.scheduler.remove(id);
    await deps.schedules.remove(id);
  });
}

export type Command = 'pause' | 'unpause' | 'trigger';

/** What only Temporal keeps: whether it is paused, and what it does now. */
export async function commandSchedule(deps: ScheduleDeps, id: string, command: Command, caller: Caller) {
  const { scheduler, schedules } = deps;
  const record = await ownedSchedule(deps, id, caller);
  await deps.audit.record('schedule_changed', auditSubject(caller, { schedule_id: id, action: command }));
  await tell(deps, record, () => {
    if (command === 'pause') return scheduler.pause(id, `Paused by ${caller.user.username}`);
    return command === 'trigger'
      ? scheduler.trigger(id)
      : scheduler.unpause(id, `Goes on by ${caller.user.username}`);
  });
  // What came while it was paused was not missed.
  if (command === 'unpause') await schedules.markLooked(id, deps.now());
  return record;
}

const MOST_TIMES = 100;
const LONGEST_RANGE_MS = 366 * DAY_MS;

/** Starts what a range of the past would have started, unless a time has a run already. Resolves to its times. */
export async function backfillSchedule(
  deps: ScheduleDeps,
  id: string,
  { from, to }: { readonly from: string; readonly to: string },
  caller: Caller,
): Promise<Date[]> {
  const record = await ownedSchedule(deps, id, caller);
  const [start, end] = [new Date(from), new Date(to)];
  if (end <= start) throw refused('to', 'The end of the range should be after its beginning');
  if (end > deps.now()) throw refused('to', 'The range should be over: the future comes by itself');
  if (end.getTime() - start.getTime() > LONGEST_RANGE_MS)
    throw refused('from', 'The range has at most 366 days');
  const times = await asked(() => deps.scheduler.timesOf(timesOf(record.times), start, end));
  if (times.length > MOST_TIMES)
    throw refused('from', `The range has ${times.length} times of the schedule, of at most ${MOST_TIMES}`);
  const details = { schedule_id: id, action: 'backfill', from, to };
  await deps.audit.record('schedule_changed', auditSubject(caller, details));
  await tell(deps, record, () => deps.scheduler.backfill(id, start, end, record.overlap === 'allow_all'));
  return times;
}

export async function ownedSchedule(
  { schedules }: Pick<ScheduleDeps, 'schedules'>,
  id: string,
  { user }: Pick<Caller, 'user'>,
): Promise<ScheduleRecord> {
  const record = await schedules.find(user.userId, id);
  if (!record) throw notFound();
  return record;
}

const TIMES = ['cron', 'every_minutes', 'offset_minutes', 'time_zone'] as const;
const TARGETS = ['solve', 'experiment', 'run'] as const;

/** Judges what a patch says: a schedule may be renamed though its scenario is gone. */
async function requireValid(
  deps: ScheduleDeps,
  patch: SchedulePatch,
  { times, target }: ScheduleChange,
  { user }: Caller,
): Promise<void> {
  if (times.every_minutes !== null && times.offset_minutes >= times.every_minutes)
    throw refused('offset_minutes', 'The offset should be less than the interval');
  if (TARGETS.some((name) => patch[name] !== undefined)) await requireTarget(deps, target, user);
  if (!TIMES.some((name) => patch[name] !== undefined)) return;
  const now = deps.now();
  const until = new Date(now.getTime() + LOOKED_AHEAD_MS);
  const found = await asked(() => deps.scheduler.timesOf(timesOf(times), now, until)).catch(
    (error: unknown) => {
      if (error instanceof WrongTimes) throw refused('cron', `This is no cron line: ${error.message}`);
      throw error;
    },
  );
  if (found.length === 0) throw refused('cron', 'No day is ever like this: it would never start anything');
}

const refused = (field: string, msg: string): Unprocessable =>
  new Unprocessable([{ loc: ['body', field], msg, type: 'value_error' }]);
const notFound = () => new NotFound('Schedule not found');
const nameTaken = (name: string) => new Conflict(`There is a schedule named '${name}' already`);

/** Throws `BadGateway` when Temporal does not answer. */
const asked = <T>(call: () => Promise<T>): Promise<T> =>
  call().catch((cause: unknown) => {
    if (cause instanceof WrongTimes || cause instanceof ApiError) throw cause;
    throw new BadGateway('Workflow service unreachable', { cause });
  });

/** Sends a command; a schedule that Temporal does not have yet is put there first. */
const tell = (deps: ScheduleDeps, record: ScheduleRecord, send: () => Promise<boolean>): Promise<void> =>
  asked(async () => {
    if (await send()) return;
    await deps.scheduler.put(planOf(record));
    await send();
  });

const sync = (deps: ScheduleDeps, record: ScheduleRecord): Promise<void> =>
  leftToSweep(deps, record, async () => {
    await deps.scheduler.put(planOf(record));
    await deps.schedules.markSynced(record);
  });

async function leftToSweep(
  { log }: ScheduleDeps,
  { _id }: ScheduleRecord,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn({ err: error, schedule_id: _id }, 'schedule left to the sweep');
  }
}

const changed = (
  { audit }: ScheduleDeps,
  caller: Caller,
  action: 'created' | 'changed' | 'deleted',
  { _id, name }: ScheduleRecord,
  tx: Transaction,
): Promise<void> =>
  audit.record('schedule_changed', auditSubject(caller, { schedule_id: _id, action, name }), tx);
