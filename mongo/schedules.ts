/**
 * Schedules: whose they are, what they start and when. Temporal keeps the times themselves; a record says what Temporal is to
 * have, and `synced` whether it has it.
 */
import type { Db } from 'mongodb';
import type { SchedulePlan } from '../temporal/schedules.ts';
import type { CollectionIndexes } from './indexes.ts';
import { freePlace } from './places.ts';
import type { Transaction } from './transaction.ts';

/** How a schedule repeats: by cron lines in a time zone, or by an interval that counts from 1970 in UTC. */
export interface ScheduleTimes {
  readonly cron: readonly string[] | null;
  readonly every_minutes: number | null;
  readonly offset_minutes: number;
  readonly time_zone: string;
}

export const OVERLAPS = ['skip', 'buffer_one', 'buffer_all', 'allow_all'] as const;
type Overlap = (typeof OVERLAPS)[number];

/** What a schedule starts: the body of a submission, which is read again by its schema when the time comes. */
export interface ScheduleTarget {
  readonly kind: 'solve' | 'experiment' | 'run';
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ScheduleChange {
  readonly name: string;
  readonly target: ScheduleTarget;
  readonly times: ScheduleTimes;
  readonly overlap: Overlap;
  /** A time is still taken when the service was away for so long. */
  readonly catchup_minutes: number;
}

export interface ScheduleRecord extends ScheduleChange {
  /** UUID v4. */
  readonly _id: string;
  readonly user_id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Counts changes. */
  readonly revision: number;
  /** Temporal has this revision. */
  readonly synced: boolean;
  /** To be removed from Temporal, then from here. */
  readonly deleted: boolean;
  /** Times up to this one have an entry in the history if they were missed. */
  readonly looked_at: Date;
}

interface ScheduleDocument extends ScheduleRecord {
  readonly place: number;
}

export const scheduleIndexes: CollectionIndexes = {
  collection: 'schedules',
  indexes: [
    { key: { user_id: 1, name: 1 }, unique: true, partialFilterExpression: { deleted: false }, name: 'name' },
    {
      key: { user_id: 1, place: 1 },
      unique: true,
      partialFilterExpression: { deleted: false },
      name: 'place',
    },
    { key: { synced: 1, updated_at: 1 }, name: 'sync' },
    { key: { looked_at: 1 }, name: 'look' },
  ],
};

export type Schedules = ReturnType<typeof createSchedules>;

export function createSchedules(db: Db) {
  const schedules = db.collection<ScheduleDocument>('schedules');
  const kept = (userId: string) => ({ user_id: userId, deleted: false });
  const change = (userId: string, id: string, fields: Partial<ScheduleRecord>, at: Date, tx: Transaction) =>
    schedules.findOneAndUpdate(
      { _id: id, ...kept(userId) },
      { $set: { ...fields, updated_at: at, looked_at: at, synced: false }, $inc: { revision: 1 } },
      { returnDocument: 'after', ...tx },
    );
  return {
    /** Within a transaction, which is tried again when another took the name or the place meanwhile. */
    async insert(
      record: ScheduleRecord,
      most: number,
      tx: Transaction,
    ): Promise<'ok' | 'name taken' | 'too many'> {
      const others = await schedules.find(kept(record.user_id), tx).toArray();
      if (others.some(({ name }) => name === record.name)) return 'name taken';
      const place = freePlace(others, most);
      if (place === undefined) return 'too many';
      await schedules.insertOne({ ...record, place }, tx);
      return 'ok';
    },
    find: (userId: string, id: string): Promise<ScheduleRecord | null> =>
      schedules.findOne({ _id: id, ...kept(userId) }),
    findById: (id: string): Promise<ScheduleRecord | null> => schedules.findOne({ _id: id, deleted: false }),
    async list(userId: string, limit: number, offset: number) {
      const [page, total] = await Promise.all([
        schedules.find(kept(userId)).sort({ name: 1 }).skip(offset).limit(limit).toArray(),
        schedules.countDocuments(kept(userId)),
      ]);
      const records: readonly ScheduleRecord[] = page;
      return { records, total };
    },
    /** Null when the user has none of this id. */
    async change(
      userId: string,
      id: string,
      fields: ScheduleChange,
      at: Date,
      tx: Transaction,
    ): Promise<ScheduleRecord | 'name taken' | null> {
      const other = await schedules.findOne({ ...kept(userId), name: fields.name, _id: { $ne: id } }, tx);
      return other ? 'name taken' : change(userId, id, fields, at, tx);
    },
    delete: (userId: string, id: string, at: Date, tx: Transaction): Promise<ScheduleRecord | null> =>
      change(userId, id, { deleted: true }, at, tx),
    async remove(id: string): Promise<void> {
      await schedules.deleteOne({ _id: id, deleted: true });
    },
    async markSynced({ _id, revision }: ScheduleRecord): Promise<void> {
      await schedules.updateOne({ _id, revision }, { $set: { synced: true } });
    },
    /** Temporal does not know it any more. */
    async markLost(id: string): Promise<void> {
      await schedules.updateOne({ _id: id }, { $set: { synced: false } });
    },
    /** Changed before `before` and not in Temporal yet. */
    unsynced: (before: Date, limit: number): Promise<ScheduleRecord[]> =>
      schedules
        .find({ synced: false, updated_at: { $lt: before } })
        .limit(limit)
        .toArray(),
    /** Whose times were last looked at before `before`, the longest ago first. */
    unlooked: (before: Date, limit: number): Promise<ScheduleRecord[]> =>
      schedules
        .find({ looked_at: { $lt: before }, deleted: false, synced: true })
        .sort({ looked_at: 1 })
        .limit(limit)
        .toArray(),
    /** A clock that goes back takes nothing back. */
    async markLooked(id: string, until: Date): Promise<void> {
      await schedules.updateOne({ _id: id }, { $max: { looked_at: until } });
    },
  };
}

/** What Temporal is to have of it. */
export const planOf = ({ _id, user_id, times, overlap, catchup_minutes }: ScheduleRecord): SchedulePlan => ({
  id: _id,
  userId: user_id,
  ...timesOf(times),
  overlap,
  catchupMinutes: catchup_minutes,
});

export const timesOf = ({ cron, every_minutes, offset_minutes, time_zone }: ScheduleTimes) => ({
  cron,
  everyMinutes: every_minutes,
  offsetMinutes: offset_minutes,
  timeZone: time_zone,
});
