/**
 * What solve jobs, experiments and executions have in common: a record per workflow whose status only
 * moves forward, queued -> running -> terminal, and whose end is written once.
 *
 * @module
 */
import type { Collection, Db, IndexDescription } from 'mongodb';
import type { JobError, JobStatus } from '../temporal/case/messages/job.ts';
import { gather } from './gather.ts';
import { byOwner, sized } from './stored-bytes.ts';
import type { Transaction } from './transaction.ts';

export interface LifecycleRecord {
  /** Also the id of the workflow, UUID v4. */
  readonly _id: string;
  readonly user_id: string;
  readonly status: JobStatus;
  readonly submitted_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly error: JobError | null;
  /** Its workflow was seen to start; false = the sweep must look. */
  readonly workflow_started: boolean;
  /** When the sweep last compared the record with its workflow. */
  readonly checked_at: Date;
  /** End of retention; set when the record is terminal. */
  readonly expires_at?: Date;
}

export const OPEN_STATUSES: JobStatus[] = ['queued', 'running'];

export const lifecycleIndexes: readonly IndexDescription[] = [
  { key: { user_id: 1, submitted_at: -1 } },
  { key: { submitted_at: -1 } },
  {
    key: { checked_at: 1 },
    partialFilterExpression: { status: { $in: OPEN_STATUSES } },
    name: 'open',
  },
  {
    key: { user_id: 1 },
    partialFilterExpression: { status: { $in: OPEN_STATUSES } },
    name: 'open_of_user',
  },
  // Parts are many times more and are never counted by their end.
  { key: { user_id: 1, finished_at: 1 }, partialFilterExpression: { parent: null }, name: 'ended_of_user' },
  { key: { finished_at: 1 }, partialFilterExpression: { parent: null }, name: 'ended' },
  { key: { expires_at: 1 }, expireAfterSeconds: 0 },
  byOwner,
];

/** Open records by the index of those, which are few among all. */
export const OPEN = { status: { $in: OPEN_STATUSES }, checked_at: { $gte: new Date(0) } };

type RunCounts = Readonly<Record<JobStatus, number>>;

/** The status of a run is read from its record, by some every second. */
const MAX_BYTES = 1024 * 1024;
const NONE: RunCounts = { queued: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };

interface Tally {
  readonly _id: JobStatus;
  readonly count: number;
}

/** A record as it is accepted: waiting, and not yet seen by Temporal. */
export const newRecord = (id: string, userId: string, now: Date): LifecycleRecord => ({
  _id: id,
  user_id: userId,
  status: 'queued',
  submitted_at: now,
  started_at: null,
  finished_at: null,
  error: null,
  workflow_started: false,
  checked_at: now,
});

export type Lifecycle = Omit<ReturnType<typeof createLifecycle>, 'accept'>;

export function createLifecycle<R extends LifecycleRecord = LifecycleRecord>(db: Db, collection: string) {
  const records: Collection<LifecycleRecord> = db.collection(collection);
  const ids = async (filter: object, sort: Record<string, 1>, limit: number): Promise<string[]> => {
    const found = records
      .find(filter, { projection: { _id: 1 } })
      .sort(sort)
      .limit(limit);
    return (await found.toArray()).map(({ _id }) => _id);
  };
  const addUp = async (filter: object): Promise<RunCounts> => {
    const byStatus = { $group: { _id: '$status', count: { $sum: 1 } } };
    const found = await records.aggregate<Tally>([{ $match: filter }, byStatus]).toArray();
    return { ...NONE, ...Object.fromEntries(found.map(({ _id, count }) => [_id, count])) };
  };
  return {
    /** Accepts a record; one that exists already is left as it is. Throws `LargeRecord`. */
    async accept(record: R, tx: Transaction = {}): Promise<void> {
      const stored = sized(record, { most: MAX_BYTES });
      await records.updateOne({ _id: record._id }, { $setOnInsert: stored }, { upsert: true, ...tx });
    },
    /** Within a moment; the sweep looks at a workflow of which that was lost. */
    markWorkflowStarted: gather<string>((started) =>
      records.updateMany({ _id: { $in: [...started] } }, { $set: { workflow_started: true } }),
    ),
    /** Resolves to whether it is the first to begin. */
    async markRunning(id: string, startedAt: Date): Promise<boolean> {
      const { modifiedCount } = await records.updateOne(
        { _id: id, status: 'queued' },
        { $set: { status: 'running', started_at: startedAt } },
      );
      return modifiedCount === 1;
    },
    /** Accepted before `before`, but nobody saw the workflow start. */
    unstarted: (before: Date, limit: number): Promise<string[]> =>
      ids({ status: 'queued', workflow_started: false, submitted_at: { $lt: before } }, { _id: 1 }, limit),
    /** Open records of a user, but for those that are part of something and those of `besides`. */
    countOpen(userId: string, besides: readonly string[]): Promise<number> {
      const whole: object = { user_id: userId, status: { $in: OPEN_STATUSES }, parent: null };
      return records.countDocuments({ ...whole, _id: { $nin: [...besides] } });
    },
    /** Open records, and those that ended since `since`, but for parts of something; of all users when none is named. */
    async count(since: Date, userId?: string): Promise<RunCounts> {
      const whole = { parent: null, ...(userId !== undefined && { user_id: userId }) };
      const open = userId === undefined ? OPEN : { status: { $in: OPEN_STATUSES } };
      const [now, ended] = await Promise.all([
        addUp({ ...whole, ...open }),
        addUp({ ...whole, finished_at: { $gte: since } }),
      ]);
      return { ...ended, queued: now.queued, running: now.running };
    },
    /** Open records of all users but for parts of something, the last accepted first. */
    newestOpen(limit: number): Promise<R[]> {
      const whole: object = { ...OPEN, parent: null };
      return records.find<R>(whole).sort({ submitted_at: -1, _id: 1 }).limit(limit).toArray();
    },
    /** Open records in the order in which they were last compared with their workflow. */
    open: (before: Date, limit: number): Promise<string[]> =>
      ids({ status: { $in: OPEN_STATUSES }, checked_at: { $lt: before } }, { checked_at: 1 }, limit),
    async markChecked(id: string, at: Date): Promise<void> {
      await records.updateOne({ _id: id }, { $set: { checked_at: at } });
    },
  };
}
