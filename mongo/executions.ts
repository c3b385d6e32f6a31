/** Runs of the model builder: one record each; their solves are in `windows.ts`. */
import type { Db, Filter } from 'mongodb';
import type { SeriesCalendar } from '../temporal/case/arithmetic/series-calendar.ts';
import type { Presolve } from '../temporal/case/elements/options.ts';
import type { Connection } from '../temporal/case/messages/connection.ts';
import type { ExecutionEnd, ExecutionInput, ExecutionResults } from '../temporal/case/messages/execution.ts';
import type { JobStatus } from '../temporal/case/messages/job.ts';
import type { StudyOptions } from '../temporal/case/messages/study-options.ts';
import type { SolverName } from '../temporal/solvers.ts';
import type { CollectionIndexes } from './indexes.ts';
import {
  createLifecycle,
  type LifecycleRecord,
  lifecycleIndexes,
  newRecord,
  OPEN_STATUSES,
} from './lifecycle.ts';
import { WITHOUT_SIZE } from './stored-bytes.ts';
import type { Transaction } from './transaction.ts';

/** The solver of a run with its parameters, flat as in the request. */
export interface ExecutionSolver {
  readonly id: SolverName;
  /** Time limit of each solve, s. */
  readonly time_limit: number;
  readonly mip_gap: number;
  readonly presolve: Presolve;
  readonly random_seed: number;
}

export interface ExecutionOptions extends StudyOptions {
  /** Horizon of the run, h. */
  readonly horizon: number;
  readonly include_reserves: boolean;
}

/** The first hour of a run. Older records lack it; their runs begin with the series, without a date. */
export interface ExecutionStart {
  /** First hour, as a position in the series of the network. */
  readonly hour: number;
  /** Calendar of the series; present if the network has dates. */
  readonly calendar?: SeriesCalendar;
}

/** The search for the price of CO2 that meets `emission_cap_t`. */
export interface Allowance {
  /** Runs at a price, each a chain of windows; `co2_t` is null until the run has ended. */
  readonly trials: readonly {
    readonly chain: string;
    readonly price_usd_per_t: number;
    readonly co2_t: number | null;
  }[];
  /** Price of the run that is kept, $/t; absent until the search has ended. */
  readonly price?: number;
}

export interface ExecutionRecord extends LifecycleRecord {
  readonly pcm_model_id: string;
  readonly solver: ExecutionSolver;
  readonly network_id: string;
  /** Content hash of the network. The content is stored under the id of the execution. */
  readonly network_version: string;
  readonly options: ExecutionOptions;
  readonly start?: ExecutionStart;
  /** Warnings about the series of the network. */
  readonly warnings?: readonly string[];
  /** Number of consecutive solves of the run. */
  readonly windows: number;
  /** Present once a run with `emission_cap_t` has begun. */
  readonly allowance?: Allowance;
  /** Results of the run; null until it is completed. */
  readonly results: ExecutionResults | null;
  /** The experiment or study to which the run belongs, and which stores the network; absent for a separate run. */
  readonly parent?: ExecutionParent;
  /** New connection that the run assumes. */
  readonly connection?: Connection;
}

interface ExecutionParent {
  readonly type: 'experiment' | 'connection';
  readonly id: string;
  /** Index of the scenario, or of the run of a study, 0-based. */
  readonly index: number;
}

/** Id under which the network of an execution is stored. */
export const networkKeeper = ({ _id, parent }: Pick<ExecutionRecord, '_id' | 'parent'>): string =>
  parent?.id ?? _id;

export const executionIndexes: CollectionIndexes = {
  collection: 'executions',
  indexes: [...lifecycleIndexes, { key: { 'parent.id': 1 }, sparse: true }],
};

export type Executions = ReturnType<typeof createExecutions>;

export function createExecutions(db: Db) {
  const executions = db.collection<ExecutionRecord>('executions');
  return {
    ...createLifecycle<ExecutionRecord>(db, 'executions'),
    find: (id: string, tx: Transaction = {}): Promise<ExecutionRecord | null> =>
      executions.findOne({ _id: id }, { ...WITHOUT_SIZE, ...tx }),
    /** Completed runs of a study with an index from `first` to below `end`, in order. */
    completedParts: (studyId: string, first: number, end: number): Promise<ExecutionRecord[]> =>
      executions
        .find(
          { 'parent.id': studyId, 'parent.index': { $gte: first, $lt: end }, status: 'completed' },
          WITHOUT_SIZE,
        )
        .sort({ 'parent.index': 1 })
        .toArray(),
    /** Ids of the open runs of an experiment or study. */
    async openParts(parentId: string): Promise<string[]> {
      const open = { 'parent.id': parentId, status: { $in: OPEN_STATUSES } };
      return (await executions.find(open, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
    },
    /** Executions of a user, without those that belong to experiments or studies. */
    async list(
      userId: string,
      limit: number,
      offset: number,
      status?: JobStatus,
    ): Promise<{ executions: ExecutionRecord[]; total: number }> {
      const query: Filter<ExecutionRecord> = {
        user_id: userId,
        parent: { $exists: false },
        ...(status && { status }),
      };
      const newestFirst = executions.find(query).sort({ submitted_at: -1, _id: 1 });
      const [page, total] = await Promise.all([
        newestFirst.skip(offset).limit(limit).toArray(),
        executions.countDocuments(query),
      ]);
      return { executions: page, total };
    },
    async setAllowance(id: string, allowance: Allowance): Promise<void> {
      await executions.updateOne({ _id: id }, { $set: { allowance } });
    },
    /** Records the end of an open execution; null if the execution is not open. */
    finish(
      id: string,
      end: ExecutionEnd,
      at: Date,
      expiresAt: Date,
      tx: Transaction = {},
    ): Promise<ExecutionRecord | null> {
      const outcome =
        end.status === 'completed' ? { results: end.results, error: null } : { error: end.error };
      return executions.findOneAndUpdate(
        { _id: id, status: { $in: OPEN_STATUSES } },
        { $set: { ...outcome, status: end.status, finished_at: at, expires_at: expiresAt } },
        { ...WITHOUT_SIZE, returnDocument: 'after', ...tx },
      );
    },
  };
}

/** Makes the input of the workflow from an execution record. */
export const toExecutionInput = (execution: ExecutionRecord): ExecutionInput => ({
  executionId: execution._id,
  userId: execution.user_id,
  modelId: execution.pcm_model_id,
  networkId: execution.network_id,
  windows: execution.windows,
  ...(execution.parent && { experimentId: execution.parent.id }),
});

/** A run as it is accepted, from any source. */
interface NewExecution extends Omit<ExecutionRecord, keyof LifecycleRecord | 'results'> {
  /** Id of the run, UUID. */
  readonly id: string;
  readonly userId: string;
}

export const newExecution = ({ id, userId, ...fields }: NewExecution, now: Date): ExecutionRecord => ({
  ...newRecord(id, userId, now),
  // A run that is part of an experiment counts as started: its parent workflow starts it, and the workflow `sweep`
  // checks the parent.
  ...(fields.parent && { workflow_started: true }),
  ...fields,
  results: null,
});
