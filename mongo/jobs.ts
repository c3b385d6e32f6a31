/**
 * Solve jobs: one small record each. Status only moves forward, queued -> running -> terminal, and a
 * terminal record is never written again, so that whoever writes twice changes nothing.
 *
 * @module
 */
import type { Db, Filter } from 'mongodb';
import type { JobError, JobStatus } from '../temporal/messages/job.ts';
import type { TerminationStatus } from '../temporal/messages/result.ts';
import type { SolveEnd } from '../temporal/messages/solve-run.ts';
import type { JobType, SolverName } from '../temporal/solvers.ts';
import type { CollectionIndexes } from './indexes.ts';

export interface JobRecord {
  /** Job id and workflow id, UUID v4. */
  readonly _id: string;
  readonly user_id: string;
  readonly job_type: JobType;
  readonly solver: SolverName;
  readonly scenario_id: string;
  readonly name: string | null;
  readonly tags: readonly string[];
  readonly time_limit_s: number;
  readonly mip_gap: number;
  readonly status: JobStatus;
  readonly submitted_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly error: JobError | null;
  /** Percent, written when the job ends. */
  readonly progress: number;
  readonly termination_status: TerminationStatus | null;
  readonly objective_value: number | null;
  /** The API saw its workflow start; false = the sweep must look. */
  readonly workflow_started: boolean;
  /** When the sweep last compared the record with its workflow. */
  readonly checked_at: Date;
  /** End of retention; set when the job is terminal. */
  readonly expires_at?: Date;
}

export interface JobFilter {
  readonly userId?: string;
  readonly status?: JobStatus | undefined;
  readonly jobType?: JobType | undefined;
  readonly scenarioId?: string | undefined;
}

/** How a job ended and how far it had come, percent. */
export interface Ending {
  readonly end: SolveEnd;
  readonly percent: number;
}

export const jobIndexes: CollectionIndexes = {
  collection: 'jobs',
  indexes: [
    { key: { user_id: 1, submitted_at: -1 } },
    { key: { submitted_at: -1 } },
    { key: { solver: 1, submitted_at: 1 }, partialFilterExpression: { status: 'queued' }, name: 'queue' },
    {
      key: { checked_at: 1 },
      partialFilterExpression: { status: { $in: ['queued', 'running'] } },
      name: 'open',
    },
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
  ],
};

const OPEN: JobStatus[] = ['queued', 'running'];

export type Jobs = ReturnType<typeof createJobs>;

export function createJobs(db: Db) {
  const jobs = db.collection<JobRecord>('jobs');
  return {
    /** Accepts a job; a record that exists already is left as it is. */
    async accept(record: JobRecord): Promise<void> {
      await jobs.updateOne({ _id: record._id }, { $setOnInsert: record }, { upsert: true });
    },
    find: (jobId: string): Promise<JobRecord | null> => jobs.findOne({ _id: jobId }),
    async list(
      filter: JobFilter,
      limit: number,
      offset: number,
    ): Promise<{ jobs: JobRecord[]; total: number }> {
      const query = toQuery(filter);
      const [page, total] = await Promise.all([
        jobs.find(query).sort({ submitted_at: -1, _id: 1 }).skip(offset).limit(limit).toArray(),
        jobs.countDocuments(query),
      ]);
      return { jobs: page, total };
    },
    /** Jobs of the same solver that were accepted earlier and wait too. */
    queuedBefore: ({ solver, submitted_at }: JobRecord): Promise<number> =>
      jobs.countDocuments({ status: 'queued', solver, submitted_at: { $lt: submitted_at } }),
    async markWorkflowStarted(jobId: string): Promise<void> {
      await jobs.updateOne({ _id: jobId }, { $set: { workflow_started: true } });
    },
    async markRunning(jobId: string, startedAt: Date): Promise<void> {
      await jobs.updateOne(
        { _id: jobId, status: 'queued' },
        { $set: { status: 'running', started_at: startedAt } },
      );
    },
    /** Writes the end of an open job; returns the record, which may have ended differently before. */
    async finish(
      jobId: string,
      { end, percent }: Ending,
      at: Date,
      expiresAt: Date,
    ): Promise<JobRecord | null> {
      await jobs.updateOne(
        { _id: jobId, status: { $in: OPEN } },
        { $set: { ...ending(end), progress: percent, finished_at: at, expires_at: expiresAt } },
      );
      return jobs.findOne({ _id: jobId });
    },
    /** Accepted before `before`, but nobody saw the workflow start. */
    unstarted: (before: Date, limit: number): Promise<JobRecord[]> =>
      jobs
        .find({ status: 'queued', workflow_started: false, submitted_at: { $lt: before } })
        .limit(limit)
        .toArray(),
    /** Open jobs in the order in which they were last compared with their workflow. */
    open: (before: Date, limit: number): Promise<JobRecord[]> =>
      jobs
        .find({ status: { $in: OPEN }, checked_at: { $lt: before } })
        .sort({ checked_at: 1 })
        .limit(limit)
        .toArray(),
    async markChecked(jobId: string, at: Date): Promise<void> {
      await jobs.updateOne({ _id: jobId }, { $set: { checked_at: at } });
    },
  };
}

const ending = (end: SolveEnd): Partial<JobRecord> => ({
  status: end.status,
  ...(end.status === 'completed'
    ? {
        termination_status: end.summary.terminationStatus,
        objective_value: end.summary.objectiveValue,
      }
    : { error: end.error }),
});

const toQuery = ({ userId, status, jobType, scenarioId }: JobFilter): Filter<JobRecord> => ({
  ...(userId !== undefined && { user_id: userId }),
  ...(status && { status }),
  ...(jobType && { job_type: jobType }),
  ...(scenarioId !== undefined && { scenario_id: scenarioId }),
});
