/** Schedules: whose they are, what they start and when, as Temporal is to have them; and the history of their times. */
import type { Db } from 'mongodb';
import { clockNote } from '../temporal/case/arithmetic/clock-changes.ts';
import { onDayOf, startOf } from '../temporal/case/arithmetic/schedule-day.ts';
import type { ScheduleTimes, StartedRun } from '../temporal/case/messages/schedule.ts';
import type { CollectionIndexes } from './indexes.ts';
import { byOwner, sized, WITHOUT_SIZE, withSize } from './stored-bytes.ts';
import type { Transaction } from './transaction.ts';

/** What a schedule starts: the body of a submission, which its schema reads again when the time comes. */
export interface ScheduleTarget {
  readonly kind: 'solve' | 'experiment' | 'run';
  readonly body: object;
}

export interface ScheduleChange extends ScheduleTimes {
  readonly name: string;
  readonly target: ScheduleTarget;
}

export interface ScheduleRecord extends ScheduleChange {
  /** UUID v4. */
  readonly _id: string;
  readonly user_id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Times up to this one have an entry in the history if they were missed. A change begins anew. */
  readonly looked_at: Date;
}

/** One time of a schedule: a run, or the reason why there is none; neither while it is being submitted. */
export interface ScheduleEntry {
  /** Schedule and time: a time has one entry, and its submission this key. */
  readonly _id: string;
  readonly schedule_id: string;
  readonly user_id: string;
  readonly at: Date;
  /** Kept from the first attempt until a run or a reason is noted, so that all attempts ask for the same. */
  readonly target: ScheduleTarget;
  readonly name: string;
  readonly run: StartedRun | null;
  readonly reason: string | null;
  /** The date that its run begins with; absent where that names none. */
  readonly start?: string;
  /** Where a clock was put forward or back then. */
  readonly note?: string;
  readonly expires_at: Date;
}

/** An entry in a list of the history. */
export type PastEntry = Omit<ScheduleEntry, 'target'>;

export const MAX_SCHEDULES = 20;
/** All schedules of a user are read at once. */
const MAX_BYTES = 256 * 1024;

export const scheduleIndexes: CollectionIndexes = {
  collection: 'schedules',
  indexes: [{ key: { user_id: 1, name: 1 } }, { key: { looked_at: 1 } }, byOwner],
};
export const scheduleEntryIndexes: CollectionIndexes = {
  collection: 'schedule_entries',
  indexes: [
    { key: { schedule_id: 1, at: -1 } },
    { key: { 'run.id': 1 }, sparse: true },
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
    byOwner,
  ],
};

export type Schedules = ReturnType<typeof createSchedules>;

export function createSchedules(db: Db) {
  const schedules = db.collection<ScheduleRecord>('schedules');
  /** Whether another schedule of the user has this name. */
  const isNamed = async ({ _id, user_id, name }: ScheduleRecord, tx: Transaction): Promise<boolean> =>
    (await schedules.countDocuments({ user_id, name, _id: { $ne: _id } }, { ...tx, limit: 1 })) > 0;
  return {
    /** Resolves to why it was not: the user has too many, or another one of this name. Throws `LargeRecord`. */
    async insert(record: ScheduleRecord, tx: Transaction): Promise<'full' | 'named' | 'stored'> {
      const stored = sized(record, { most: MAX_BYTES });
      if ((await schedules.countDocuments({ user_id: record.user_id }, tx)) >= MAX_SCHEDULES) return 'full';
      if (await isNamed(record, tx)) return 'named';
      await schedules.insertOne(stored, tx);
      return 'stored';
    },
    find: (userId: string, id: string): Promise<ScheduleRecord | null> =>
      schedules.findOne({ _id: id, user_id: userId }, WITHOUT_SIZE),
    findById: (id: string): Promise<ScheduleRecord | null> => schedules.findOne({ _id: id }, WITHOUT_SIZE),
    list: (user_id: string, limit: number, offset: number): Promise<[ScheduleRecord[], number]> =>
      Promise.all([
        schedules.find({ user_id }, WITHOUT_SIZE).sort({ name: 1 }).skip(offset).limit(limit).toArray(),
        schedules.countDocuments({ user_id }),
      ]),
    /** `isRenamed`: records of earlier versions may share a name. Throws `LargeRecord`. */
    async replace(
      record: ScheduleRecord,
      isRenamed: boolean,
      tx: Transaction,
    ): Promise<'gone' | 'named' | 'stored'> {
      const { _id, ...rest } = record;
      const stored = sized(rest, { most: MAX_BYTES });
      if (isRenamed && (await isNamed(record, tx))) return 'named';
      const { matchedCount } = await schedules.replaceOne({ _id, user_id: rest.user_id }, stored, tx);
      return matchedCount === 1 ? 'stored' : 'gone';
    },
    delete: (userId: string, id: string, tx: Transaction): Promise<ScheduleRecord | null> =>
      schedules.findOneAndDelete({ _id: id, user_id: userId }, tx),
    /** Schedules whose times were last looked at before `before`, the longest ago first. */
    unlooked: (before: Date, limit: number): Promise<ScheduleRecord[]> =>
      schedules
        .find({ looked_at: { $lt: before } }, { ...WITHOUT_SIZE, sort: { looked_at: 1 }, limit })
        .toArray(),
    /** A clock that goes back takes nothing back. */
    async markLooked(id: string, until: Date): Promise<void> {
      await schedules.updateOne({ _id: id }, { $max: { looked_at: until } });
    },
    ...entriesOf(db),
  };
}

/** The history of all schedules. */
function entriesOf(db: Db) {
  const entries = db.collection<ScheduleEntry>('schedule_entries');
  /** The target is needed no more: a schedule of every minute would store it anew each time. */
  const outcome = (set: { readonly run?: StartedRun; readonly reason: string | null }) => [
    { $unset: 'target' },
    ...withSize({ ...(set.run && { run: { $literal: set.run } }), reason: { $literal: set.reason } }),
  ];
  const entryId = (scheduleId: string, at: Date): string => `${scheduleId}/${at.toISOString()}`;
  return {
    /** The entry of a time, made now when there is none. */
    async begin(
      schedule: ScheduleRecord,
      at: Date,
      expires_at: Date,
      tx: Transaction = {},
    ): Promise<ScheduleEntry> {
      const { _id: schedule_id, user_id, name } = schedule;
      const target = { ...schedule.target, body: onDayOf(schedule.target.body, at, schedule.time_zone) };
      const [start, note] = [startOf(target.body), clockNote(schedule, at)];
      const _id = entryId(schedule_id, at);
      const entry: ScheduleEntry = {
        ...{ _id, schedule_id, user_id, at, name, target, run: null, reason: null, expires_at },
        ...(start !== null && { start }),
        ...(note !== null && { note }),
      };
      await entries.updateOne({ _id }, { $setOnInsert: sized(entry) }, { upsert: true, ...tx });
      const begun = await entries.findOne({ _id }, tx);
      return begun ? { ...begun, target: begun.target ?? target } : entry;
    },
    /** A time that was missed may have a run later. */
    async noteRun(id: string, run: StartedRun): Promise<void> {
      await entries.updateOne({ _id: id }, outcome({ run, reason: null }));
    },
    /** Resolves to whether this is new: a time that has a run, or was missed before, stays as it is. */
    async noteMissed(id: string, reason: string, tx: Transaction): Promise<boolean> {
      const missed = await entries.updateOne({ _id: id, run: null, reason: null }, outcome({ reason }), tx);
      return missed.modifiedCount === 1;
    },
    /** The first entry of a time from `since` on. */
    firstSince: (schedule_id: string, since: Date): Promise<ScheduleEntry | null> =>
      entries.findOne({ schedule_id, at: { $gte: since } }, { sort: { at: 1 } }),
    /** The time that has started a run; null for a run that no schedule has started. */
    timeOf: (id: string): Promise<PastEntry | null> =>
      entries.findOne({ 'run.id': id }, { projection: { target: 0 } }),
    entry: (scheduleId: string, at: Date): Promise<ScheduleEntry | null> =>
      entries.findOne({ _id: entryId(scheduleId, at) }),
    /** Newest first. */
    history: (schedule_id: string, limit: number, offset = 0): Promise<[PastEntry[], number]> =>
      Promise.all([
        entries
          .find({ schedule_id }, { projection: { target: 0, bytes: 0 } })
          .sort({ at: -1 })
          .skip(offset)
          .limit(limit)
          .toArray(),
        entries.countDocuments({ schedule_id }),
      ]),
  };
}
