/**
 * Solve jobs: one small record each. Status only moves forward, queued -> running -> terminal, and how a
 * job ended is never written again, so that whoever writes twice changes nothing. Name and tags may change.
 */
import type { Db } from 'mongodb';
import type { EndReason } from '../temporal/case/messages/end-reason.ts';
import type { JobStatus } from '../temporal/case/messages/job.ts';
import type { TerminationStatus } from '../temporal/case/messages/result.ts';
import type { SolveEnd, SolveInput, SolveParent } from '../temporal/case/messages/solve-run.ts';
import type { CostInterval } from '../temporal/case/messages/what-if.ts';
import type { JobType, SolverName } from '../temporal/solvers.ts';
import type { AuditSubject } from './audit.ts';
import type { CollectionIndexes } from './indexes.ts';
import { type JobFilter, type JobSort, listJobs } from './job-list.ts';
import {
  createLifecycle,
  type LifecycleRecord,
  lifecycleIndexes,
  newRecord,
  OPEN,
  OPEN_STATUSES,
} from './lifecycle.ts';
import { WITHOUT_SIZE } from './stored-bytes.ts';
import type { Transaction } from './transaction.ts';

export interface JobRecord extends LifecycleRecord {
  readonly job_type: JobType;
  readonly solver: SolverName;
  readonly scenario_id: string;
  readonly name: string | null;
  readonly tags: readonly string[];
  readonly time_limit_s: number;
  readonly mip_gap: number;
  /** The experiment or execution that it is a part of, or the job that it is a question about; null = neither. */
  readonly parent: SolveParent | null;
  /** The infeasible job whose case this one repairs; absent = it repairs none. */
  readonly repair_of?: string;
  /** What the job answers where it is a what-if; absent = it is none. */
  readonly what_if?: WhatIfRecord;
  /** Percent, written when the job ends. */
  readonly progress: number;
  readonly termination_status: TerminationStatus | null;
  /** Why the solve ended; absent until the end, and in failed and older jobs. */
  readonly end_reason?: EndReason;
  readonly objective_value: number | null;
  /** $; written when the job ends, absent from older records. */
  readonly penalty_usd?: number | null;
  /** Relative; written when the job ends, absent from older records. */
  readonly proven_gap?: number | null;
}

/** A what-if: hidden and soon deleted until it is kept. */
export interface WhatIfRecord {
  /** The job whose case is changed. */
  readonly of: string;
  readonly kept: boolean;
  readonly parent_objective_usd: number;
  /** The first answer. */
  readonly first: CostInterval;
}

/** What may change after the submission. */
export type JobLabels = Partial<Pick<JobRecord, 'name' | 'tags'>>;

export interface SolverLoad {
  readonly solver: SolverName;
  readonly status: JobStatus;
  readonly count: number;
}
interface Load {
  readonly _id: Omit<SolverLoad, 'count'>;
  readonly count: number;
}

/** How a job ended and how far it had come, percent. */
interface Ending {
  readonly end: SolveEnd;
  readonly percent: number;
}

export const jobIndexes: CollectionIndexes = {
  collection: 'jobs',
  indexes: [
    ...lifecycleIndexes,
    { key: { solver: 1, submitted_at: 1 }, partialFilterExpression: { status: 'queued' }, name: 'queue' },
    { key: { 'parent.id': 1, 'parent.index': 1 }, sparse: true },
    {
      key: { user_id: 1, finished_at: 1 },
      partialFilterExpression: { 'what_if.kept': false },
      name: 'what_ifs',
    },
  ],
};

export type Jobs = ReturnType<typeof createJobs>;

export function createJobs(db: Db) {
  const jobs = db.collection<JobRecord>('jobs');
  return {
    ...createLifecycle<JobRecord>(db, 'jobs'),
    find: (jobId: string, tx: Transaction = {}): Promise<JobRecord | null> =>
      jobs.findOne({ _id: jobId }, { ...WITHOUT_SIZE, ...tx }),
    list: (filter: JobFilter, limit: number, offset: number, sort?: JobSort) =>
      listJobs(jobs, filter, limit, offset, sort),
    /** Names or tags a job, whatever its status; null when it is gone. */
    label: (jobId: string, labels: JobLabels, tx: Transaction = {}): Promise<JobRecord | null> =>
      jobs.findOneAndUpdate(
        { _id: jobId },
        { $set: labels },
        { ...WITHOUT_SIZE, returnDocument: 'after', ...tx },
      ),
    /** Deletes the record of a job that has ended; resolves to whether there was one. */
    async remove(jobId: string, tx: Transaction = {}): Promise<boolean> {
      const ended = { _id: jobId, status: { $nin: OPEN_STATUSES } };
      return (await jobs.deleteOne(ended, tx)).deletedCount === 1;
    },
    /** Makes a what-if a job like any other; null when it is gone. */
    keep: (jobId: string, tx: Transaction = {}): Promise<JobRecord | null> =>
      jobs.findOneAndUpdate(
        { _id: jobId, 'what_if.kept': false },
        { $set: { parent: null, 'what_if.kept': true } },
        { ...WITHOUT_SIZE, returnDocument: 'after', ...tx },
      ),
    /** Open what-ifs of a user, but for those of `besides`. */
    countOpenWhatIfs: (userId: string, besides: readonly string[]): Promise<number> =>
      jobs.countDocuments({ ...OPEN_WHAT_IF, user_id: userId, _id: { $nin: [...besides] } }),
    /** Deletes what-ifs that nobody kept and that ended before `before`; resolves to their ids. */
    async dropWhatIfs(before: Date, limit: number): Promise<string[]> {
      const unkept = { 'what_if.kept': false, finished_at: { $lt: before } };
      const found = await jobs
        .find(unkept, { projection: { _id: 1 } })
        .limit(limit)
        .toArray();
      const ids = found.map(({ _id }) => _id);
      // One that is kept meanwhile stays.
      if (ids.length > 0) await jobs.deleteMany({ ...unkept, _id: { $in: ids } });
      const kept = await jobs.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
      return ids.filter((id) => !kept.some(({ _id }) => _id === id));
    },
    /** Jobs of the same solver that were accepted earlier and wait too. */
    queuedBefore: ({ solver, submitted_at }: JobRecord): Promise<number> =>
      jobs.countDocuments({ status: 'queued', solver, submitted_at: { $lt: submitted_at } }),
    /** Open jobs of which an attempt has begun. */
    async running(): Promise<string[]> {
      const found = await jobs.find(OPEN, { projection: { status: 1 } }).toArray();
      return found.filter(({ status }) => status === 'running').map(({ _id }) => _id);
    },
    /** Open jobs of all users, parts of something too, by solver and by how far they are. */
    async openBySolver(): Promise<SolverLoad[]> {
      const bySolver = { $group: { _id: { solver: '$solver', status: '$status' }, count: { $sum: 1 } } };
      const found = await jobs.aggregate<Load>([{ $match: OPEN }, bySolver]).toArray();
      return found.map(({ _id, count }) => ({ ..._id, count }));
    },
    /** Jobs that ended since `since` without a schedule as there is none, but for parts of something. */
    countInfeasible: (since: Date, userId?: string): Promise<number> =>
      jobs.countDocuments({
        parent: null,
        ...(userId !== undefined && { user_id: userId }),
        finished_at: { $gte: since },
        termination_status: 'INFEASIBLE',
      }),
    /** Open jobs of an experiment or execution. */
    async openParts(parentId: string): Promise<string[]> {
      const open = { 'parent.id': parentId, status: { $in: OPEN_STATUSES } };
      return (await jobs.find(open, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
    },
    /** Writes the end of an open job; null when none is open. */
    finish: (
      jobId: string,
      { end, percent }: Ending,
      at: Date,
      expiresAt: Date,
      tx: Transaction = {},
    ): Promise<JobRecord | null> =>
      jobs.findOneAndUpdate(
        { _id: jobId, status: { $in: OPEN_STATUSES } },
        { $set: { ...ending(end), progress: percent, finished_at: at, expires_at: expiresAt } },
        { ...WITHOUT_SIZE, returnDocument: 'after', ...tx },
      ),
  };
}

const OPEN_WHAT_IF = { 'what_if.kept': false, status: { $in: OPEN_STATUSES } };

const ending = (end: SolveEnd): Partial<JobRecord> => ({
  status: end.status,
  ...(end.status === 'completed'
    ? {
        termination_status: end.summary.terminationStatus,
        ...(end.summary.endReason && { end_reason: end.summary.endReason }),
        objective_value: end.summary.objectiveValue,
        penalty_usd: end.summary.figures?.penaltyUsd ?? null,
        proven_gap: end.summary.mipGap,
      }
    : { error: end.error, ...(end.status === 'cancelled' && { end_reason: 'cancelled' }) }),
});

/** A job record -> the input of its workflow. */
export const toSolveInput = (job: JobRecord): SolveInput => ({
  jobId: job._id,
  userId: job.user_id,
  jobType: job.job_type,
  solver: job.solver,
  scenarioId: job.scenario_id,
  timeLimitS: job.time_limit_s,
  mipGap: job.mip_gap,
  ...(job.parent && { parent: job.parent }),
  ...(job.parent?.type === 'execution' && { repeatable: true }),
});

type Asked = 'job_type' | 'solver' | 'scenario_id' | 'time_limit_s' | 'mip_gap';

/** A solve job as it is accepted, whoever asks for it. */
export interface NewJob
  extends Pick<JobRecord, Asked>,
    Partial<Pick<JobRecord, 'name' | 'tags' | 'parent' | 'repair_of' | 'what_if'>> {
  /** UUID. */
  readonly id: string;
  readonly userId: string;
}

export function newJob({ id, userId, ...asked }: NewJob, now: Date): JobRecord {
  const { parent = null } = asked;
  return {
    ...newRecord(id, userId, now),
    // What is part of something is started by its parent, and that is itself looked after by the sweep.
    ...(isPart(parent) && { workflow_started: true }),
    name: null,
    tags: [],
    ...asked,
    parent,
    progress: 0,
    termination_status: null,
    objective_value: null,
  };
}

/** Whether a job belongs to an experiment or an execution; a question about another job stands alone. */
export const isPart = (parent: JobRecord['parent'] | undefined): boolean =>
  parent != null && parent.type !== 'job';

/** Subject of the audit entry `solve_submitted`. */
export const jobSubmitted = (job: JobRecord): AuditSubject => ({
  userId: job.user_id,
  once: `solve_submitted/${job._id}`,
  details: {
    job_id: job._id,
    solver: job.solver,
    job_type: job.job_type,
    scenario_id: job.scenario_id,
    ...(job.what_if && { what_if_of: job.what_if.of }),
  },
});
