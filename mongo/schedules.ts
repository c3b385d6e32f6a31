/** Schedules of users, with the fields that Temporal requires, and the history of their due times. */
import type { Db } from 'mongodb';
import { clockNote } from '../temporal/case/arithmetic/clock-changes.ts';
import { onDayOf, startOf } from '../temporal/case/arithmetic/schedule-day.ts';
import type { ScheduleTimes, StartedRun } from '../temporal/case/messages/schedule.ts';
import type { CollectionIndexes } from './indexes.ts';
import { byOwner, sized, WITHOUT_SIZE, withSize } from './stored-bytes.ts';
import type { Transaction } from './transaction.ts';

/** Body that a schedule submits. It is validated again at each due time. */
export interface ScheduleTarget {
  readonly kind: 'solve' | 'experiment' | 'run';
  readonly body: object;
}

export interface ScheduleChange extends ScheduleTimes {
  readonly name: string;
  readonly target: ScheduleTarget;
}

export interface ScheduleRecord extends ScheduleChange {
  /** Id of the schedule, UUID v4. */
  readonly _id: string;
  readonly user_id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Time up to which missed due times have an entry in the history. A change of the schedule resets it. */
  readonly looked_at: Date;
}

/**
 * One due time of a schedule, with its run, or with the reason why it has none. While the submission is in progress, it
 * has neither.
 */
export interface ScheduleEntry {
  /** Id made of schedule and time, so that each due time has one entry. It is also the key of the submission. */
  readonly _id: string;
  readonly schedule_id: string;
  readonly user_id: string;
  readonly at: Date;
  /** Target at the first attempt. Kept until a run or a reason is recorded, so that all attempts submit the same. */
  readonly target: ScheduleTarget;
  readonly name: string;
  readonly run: StartedRun | null;
  readonly reason: string | null;
  /** Start date of the run; absent for a run without dates. */
  readonly start?: string;
  /** Note on a clock change that affects this due time. */
  readonly note?: string;
  readonly expires_at: Date;
}

/** An entry of the history as listed. */
export type PastEntry = Omit<ScheduleEntry, 'target'>;

export const MAX_SCHEDULES = 20;
/** Largest schedule, bytes; limited because all schedules of a user are read at once. */
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
  /** True if another schedule of the user has the same name. */
  const isNamed = async ({ _id, user_id, name }: ScheduleRecord, tx: Transaction): Promise<boolean> =>
    (await schedules.countDocuments({ user_id, name, _id: { $ne: _id } }, { ...tx, limit: 1 })) > 0;
  return {
    /**
     * Stores a schedule. Resolves to `full` if the user has too many schedules, or to `named` if another schedule has
     * the same name. Throws `LargeRecord`.
     */
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
    /**
     * Replaces a schedule. `isRenamed`: the name is checked only if true, since records of older versions may share a
     * name. Throws `LargeRecord`.
     */
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
    /** Schedules whose due times were last checked before `before`, the oldest check first. */
    unlooked: (before: Date, limit: number): Promise<ScheduleRecord[]> =>
      schedules
        .find({ looked_at: { $lt: before } }, { ...WITHOUT_SIZE, sort: { looked_at: 1 }, limit })
        .toArray(),
    /**
     * Sets the time up to which missed due times are recorded. It is never set to an earlier time, even if the clock is
     * put back.
     */
    async markLooked(id: string, until: Date): Promise<void> {
      await schedules.updateOne({ _id: id }, { $max: { looked_at: until } });
    },
    ...entriesOf(db),
  };
}

/** The store of the history of all schedules. */
function entriesOf(db: Db) {
  const entries = db.collection<ScheduleEntry>('schedule_entries');
  /**
   * Records the outcome of a due time, and drops its target, which is not needed any more: a schedule that starts every
   * minute would store a target each time.
   */
  const outcome = (set: { readonly run?: StartedRun; readonly reason: string | null }) => [
    { $unset: 'target' },
    ...withSize({ ...(set.run && { run: { $literal: set.run } }), reason: { $literal: set.reason } }),
  ];
  const entryId = (scheduleId: string, at: Date): string => `${scheduleId}/${at.toISOString()}`;
  return {
    /** The entry of a due time; created if it does not exist. */
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
      const stored = await entries.findOne({ _id }, tx);
      return stored ? { ...stored, target: stored.target ?? target } : entry;
    },
    /** Records the run of a due time. A due time that was missed before may get a run later. */
    async noteRun(id: string, run: StartedRun): Promise<void> {
      await entries.updateOne({ _id: id }, outcome({ run, reason: null }));
    },
    /**
     * Records that a due time was missed. Resolves to true if this is new; a due time that has a run, or was recorded
     * as missed before, is left unchanged.
     */
    async noteMissed(id: string, reason: string, tx: Transaction): Promise<boolean> {
      const missed = await entries.updateOne({ _id: id, run: null, reason: null }, outcome({ reason }), tx);
      return missed.modifiedCount === 1;
    },
    /** The first entry at or after `since`. */
    firstSince: (schedule_id: string, since: Date): Promise<ScheduleEntry | null> =>
      entries.findOne({ schedule_id, at: { $gte: since } }, { sort: { at: 1 } }),
    /** The due time that started a run; null for a run that no schedule started. */
    timeOf: (id: string): Promise<PastEntry | null> =>
      entries.findOne({ 'run.id': id }, { projection: { target: 0 } }),
    entry: (scheduleId: string, at: Date): Promise<ScheduleEntry | null> =>
      entries.findOne({ _id: entryId(scheduleId, at) }),
    /** Entries of a schedule, newest first. */
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
