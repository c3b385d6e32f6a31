/**
 * Solve jobs: one small record each. The status only moves forward: queued -> running -> terminal. The end of a job is
 * written once, so that repeated writes have no effect. Name and tags may change.
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
  /**
   * The experiment or execution of which the job is a part, or the job about which it is a question; null for a
   * separate job.
   */
  readonly parent: SolveParent | null;
  /** Id of the infeasible job whose repaired case this job solves; absent for other jobs. */
  readonly repair_of?: string;
  /** Data of a what-if; absent for other jobs. */
  readonly what_if?: WhatIfRecord;
  /** Progress in percent, written at the end of the job. */
  readonly progress: number;
  readonly termination_status: TerminationStatus | null;
  /** Reason for which the solve ended; absent before the end, and in failed and older jobs. */
  readonly end_reason?: EndReason;
  readonly objective_value: number | null;
  /** Penalties, $; written at the end of the job, absent from older records. */
  readonly penalty_usd?: number | null;
  /** Gap that the solver proved, relative; written at the end of the job, absent from older records. */
  readonly proven_gap?: number | null;
}

/** Data of a what-if. Lists hide its job, which is deleted soon unless the user keeps it. */
export interface WhatIfRecord {
  /** Id of the job whose case is changed. */
  readonly of: string;
  readonly kept: boolean;
  readonly parent_objective_usd: number;
  /** The cost interval of the first answer. */
  readonly first: CostInterval;
}

/** Fields that may change after the submission. */
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

/** The end of a job, and its progress in percent. */
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
    /** Sets name or tags of a job, whatever its status; null if the job no longer exists. */
    label: (jobId: string, labels: JobLabels, tx: Transaction = {}): Promise<JobRecord | null> =>
      jobs.findOneAndUpdate(
        { _id: jobId },
        { $set: labels },
        { ...WITHOUT_SIZE, returnDocument: 'after', ...tx },
      ),
    /** Deletes the record of an ended job; resolves to true if the record existed. */
    async remove(jobId: string, tx: Transaction = {}): Promise<boolean> {
      const ended = { _id: jobId, status: { $nin: OPEN_STATUSES } };
      return (await jobs.deleteOne(ended, tx)).deletedCount === 1;
    },
    /** Turns a what-if into a regular job; null if the what-if no longer exists. */
    keep: (jobId: string, tx: Transaction = {}): Promise<JobRecord | null> =>
      jobs.findOneAndUpdate(
        { _id: jobId, 'what_if.kept': false },
        { $set: { parent: null, 'what_if.kept': true } },
        { ...WITHOUT_SIZE, returnDocument: 'after', ...tx },
      ),
    /** Number of open what-ifs of a user, without those in `besides`. */
    countOpenWhatIfs: (userId: string, besides: readonly string[]): Promise<number> =>
      jobs.countDocuments({ ...OPEN_WHAT_IF, user_id: userId, _id: { $nin: [...besides] } }),
    /** Deletes what-ifs that ended before `before` and were not kept; resolves to their ids. */
    async dropWhatIfs(before: Date, limit: number): Promise<string[]> {
      const unkept = { 'what_if.kept': false, finished_at: { $lt: before } };
      const expired = await jobs
        .find(unkept, { projection: { _id: 1 } })
        .limit(limit)
        .toArray();
      const ids = expired.map(({ _id }) => _id);
      // The filter protects what-ifs that the user has kept in the meantime.
      if (ids.length > 0) await jobs.deleteMany({ ...unkept, _id: { $in: ids } });
      const remaining = await jobs.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
      return ids.filter((id) => !remaining.some(({ _id }) => _id === id));
    },
    /** Number of queued jobs of the same solver that were accepted earlier. */
    queuedBefore: ({ solver, submitted_at }: JobRecord): Promise<number> =>
      jobs.countDocuments({ status: 'queued', solver, submitted_at: { $lt: submitted_at } }),
    /** Ids of open jobs of which an attempt has started. */
    async running(): Promise<string[]> {
      const openJobs = await jobs.find(OPEN, { projection: { status: 1 } }).toArray();
      return openJobs.filter(({ status }) => status === 'running').map(({ _id }) => _id);
    },
    /** Number of open jobs of all users, parts included, by solver and status. */
    async openBySolver(): Promise<SolverLoad[]> {
      const bySolver = { $group: { _id: { solver: '$solver', status: '$status' }, count: { $sum: 1 } } };
      const groups = await jobs.aggregate<Load>([{ $match: OPEN }, bySolver]).toArray();
      return groups.map(({ _id, count }) => ({ ..._id, count }));
    },
    /** Number of jobs, without parts, that ended infeasible since `since`. */
    countInfeasible: (since: Date, userId?: string): Promise<number> =>
      jobs.countDocuments({
        parent: null,
        ...(userId !== undefined && { user_id: userId }),
        finished_at: { $gte: since },
        termination_status: 'INFEASIBLE',
      }),
    /** Ids of open jobs of an experiment or execution. */
    async openParts(parentId: string): Promise<string[]> {
      const open = { 'parent.id': parentId, status: { $in: OPEN_STATUSES } };
      return (await jobs.find(open, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
    },
    /** Records the end of an open job; null if the job is not open. */
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

/** Makes the input of the workflow from a job record. */
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

/** A solve job as it is accepted, from any source. */
export interface NewJob
  extends Pick<JobRecord, Asked>,
    Partial<Pick<JobRecord, 'name' | 'tags' | 'parent' | 'repair_of' | 'what_if'>> {
  /** Id of the job, UUID. */
  readonly id: string;
  readonly userId: string;
}

export function newJob({ id, userId, ...fields }: NewJob, now: Date): JobRecord {
  const { parent = null } = fields;
  return {
    ...newRecord(id, userId, now),
    // A job that is part of an experiment or execution counts as started: its parent workflow starts it, and the
    // workflow `sweep` checks the parent.
    ...(isPart(parent) && { workflow_started: true }),
    name: null,
    tags: [],
    ...fields,
    parent,
    progress: 0,
    termination_status: null,
    objective_value: null,
  };
}

/** True if a job is part of an experiment or an execution. A question about another job is not a part. */
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
