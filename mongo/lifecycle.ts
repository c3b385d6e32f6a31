/**
 * The common part of solve jobs, experiments and executions. Each is a record with a workflow; one that belongs to
 * another is called a part. Its status only moves forward, queued -> running -> terminal, and its end is written once.
 *
 * @module
 */
import type { Collection, Db, IndexDescription } from 'mongodb';
import type { JobError, JobStatus } from '../temporal/case/messages/job.ts';
import { gather } from './gather.ts';
import { byOwner, sized } from './stored-bytes.ts';
import type { Transaction } from './transaction.ts';

export interface LifecycleRecord {
  /** Id of the record and of its workflow, UUID v4. */
  readonly _id: string;
  readonly user_id: string;
  readonly status: JobStatus;
  readonly submitted_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly error: JobError | null;
  /** True if the start of the workflow has been confirmed; if false, the workflow `sweep` must check. */
  readonly workflow_started: boolean;
  /** Time at which the record was last compared with its workflow. */
  readonly checked_at: Date;
  /** End of the retention period; set on terminal records. */
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
  // This index leaves out parts: they are far more numerous, and are never counted by the time of their end.
  { key: { user_id: 1, finished_at: 1 }, partialFilterExpression: { parent: null }, name: 'ended_of_user' },
  { key: { finished_at: 1 }, partialFilterExpression: { parent: null }, name: 'ended' },
  { key: { expires_at: 1 }, expireAfterSeconds: 0 },
  byOwner,
];

/** Filter of open records, for which there is a separate small index. */
export const OPEN = { status: { $in: OPEN_STATUSES }, checked_at: { $gte: new Date(0) } };

type RunCounts = Readonly<Record<JobStatus, number>>;

/** Largest record, bytes; small, because some clients read the status every second. */
const MAX_BYTES = 1024 * 1024;
const NONE: RunCounts = { queued: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };

interface Tally {
  readonly _id: JobStatus;
  readonly count: number;
}

/** A record at its acceptance: queued, and not yet started in Temporal. */
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
    const cursor = records
      .find(filter, { projection: { _id: 1 } })
      .sort(sort)
      .limit(limit);
    return (await cursor.toArray()).map(({ _id }) => _id);
  };
  const addUp = async (filter: object): Promise<RunCounts> => {
    const byStatus = { $group: { _id: '$status', count: { $sum: 1 } } };
    const groups = await records.aggregate<Tally>([{ $match: filter }, byStatus]).toArray();
    return { ...NONE, ...Object.fromEntries(groups.map(({ _id, count }) => [_id, count])) };
  };
  return {
    /** Stores a record at its acceptance; an existing record is left unchanged. Throws `LargeRecord`. */
    async accept(record: R, tx: Transaction = {}): Promise<void> {
      const stored = sized(record, { most: MAX_BYTES });
      await records.updateOne({ _id: record._id }, { $setOnInsert: stored }, { upsert: true, ...tx });
    },
    /**
     * Records that workflows were started; batched with a short delay. The workflow `sweep` checks records whose mark
     * was lost.
     */
    markWorkflowStarted: gather<string>((started) =>
      records.updateMany({ _id: { $in: [...started] } }, { $set: { workflow_started: true } }),
    ),
    /** Sets the status `running`; resolves to true the first time. */
    async markRunning(id: string, startedAt: Date): Promise<boolean> {
      const { modifiedCount } = await records.updateOne(
        { _id: id, status: 'queued' },
        { $set: { status: 'running', started_at: startedAt } },
      );
      return modifiedCount === 1;
    },
    /** Ids of records accepted before `before` whose workflow is not confirmed to have started. */
    unstarted: (before: Date, limit: number): Promise<string[]> =>
      ids({ status: 'queued', workflow_started: false, submitted_at: { $lt: before } }, { _id: 1 }, limit),
    /** Number of open records of a user, without parts and those in `besides`. */
    countOpen(userId: string, besides: readonly string[]): Promise<number> {
      const whole: object = { user_id: userId, status: { $in: OPEN_STATUSES }, parent: null };
      return records.countDocuments({ ...whole, _id: { $nin: [...besides] } });
    },
    /**
     * Number of open records, and of those that ended since `since`, without parts; over all users if no user is given.
     */
    async count(since: Date, userId?: string): Promise<RunCounts> {
      const whole = { parent: null, ...(userId !== undefined && { user_id: userId }) };
      const open = userId === undefined ? OPEN : { status: { $in: OPEN_STATUSES } };
      const [now, ended] = await Promise.all([
        addUp({ ...whole, ...open }),
        addUp({ ...whole, finished_at: { $gte: since } }),
      ]);
      return { ...ended, queued: now.queued, running: now.running };
    },
    /** Open records of all users without parts, newest first. */
    newestOpen(limit: number): Promise<R[]> {
      const whole: object = { ...OPEN, parent: null };
      return records.find<R>(whole).sort({ submitted_at: -1, _id: 1 }).limit(limit).toArray();
    },
    /** Ids of open records; those whose last comparison with their workflow is oldest come first. */
    open: (before: Date, limit: number): Promise<string[]> =>
      ids({ status: { $in: OPEN_STATUSES }, checked_at: { $lt: before } }, { checked_at: 1 }, limit),
    async markChecked(id: string, at: Date): Promise<void> {
      await records.updateOne({ _id: id }, { $set: { checked_at: at } });
    },
  };
}
