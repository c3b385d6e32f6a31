/** Experiments: one record each; their scenarios are in `scenario-runs.ts`. */
import type { Db } from 'mongodb';
import type { ExperimentEnd, ExperimentInput } from '../temporal/case/messages/experiment-run.ts';
import type { JobStatus } from '../temporal/case/messages/job.ts';
import type { ScenarioMatrix } from '../temporal/case/messages/matrix.ts';
import type { StudyOptions } from '../temporal/case/messages/study-options.ts';
import type { Change } from '../temporal/case/scenario/change.ts';
import type { JobType, SolverName } from '../temporal/solvers.ts';
import type { ExecutionSolver } from './executions.ts';
import type { CollectionIndexes } from './indexes.ts';
import { createLifecycle, type LifecycleRecord, lifecycleIndexes, OPEN_STATUSES } from './lifecycle.ts';
import { WITHOUT_SIZE } from './stored-bytes.ts';
import type { Transaction } from './transaction.ts';

export interface ExperimentRecord extends LifecycleRecord {
  readonly name: string;
  readonly base_scenario_id: string;
  /** Content hash of the base. Its payload is stored under the id of the experiment. */
  readonly base_version: string;
  readonly job_type: JobType;
  readonly solver: SolverName;
  readonly mip_gap: number;
  readonly scenario_matrix: ScenarioMatrix;
  /** Change that each variable of the matrix makes to the base, in the order of the matrix. */
  readonly changes: readonly Change[];
  readonly timeout_per_scenario: number;
  readonly max_parallel: number;
  readonly scenarios_total: number;
  /** Number of the attempt: 1 for the submission, and 1 more for each retry of its failed scenarios. */
  readonly attempt: number;
  /** Number of scenarios that had a result before this attempt. */
  readonly answered_before: number;
  /**
   * Options of the runs, if each scenario is a run of the model builder; the base is then a network. Absent if the
   * scenarios are solves.
   */
  readonly execution?: ExperimentExecution;
}

/** An experiment in lists, without its matrix and changes, which are long. */
export type ListedExperiment = Omit<ExperimentRecord, 'changes' | 'scenario_matrix'> & {
  readonly scenario_matrix: Pick<ScenarioMatrix, 'method'>;
};

const LISTED = {
  projection: { bytes: 0, changes: 0, 'scenario_matrix.variables': 0, 'scenario_matrix.scenarios': 0 },
};

export interface ExperimentExecution {
  readonly pcm_model_id: string;
  readonly solver: ExecutionSolver;
  readonly network_id: string;
  /** Number of windows of each run. */
  readonly windows: number;
  /** Horizon of each run, h. */
  readonly horizon: number;
  /** Options that all runs share; absent if each row has its complete options. */
  readonly options?: StudyOptions;
}

export const experimentIndexes: CollectionIndexes = {
  collection: 'experiments',
  indexes: [
    ...lifecycleIndexes,
    {
      key: { user_id: 1, base_scenario_id: 1 },
      partialFilterExpression: { status: { $in: OPEN_STATUSES } },
      name: 'base',
    },
  ],
};

export type Experiments = ReturnType<typeof createExperiments>;

export function createExperiments(db: Db) {
  const experiments = db.collection<ExperimentRecord>('experiments');
  return {
    ...createLifecycle<ExperimentRecord>(db, 'experiments'),
    find: (id: string, tx: Transaction = {}): Promise<ExperimentRecord | null> =>
      experiments.findOne({ _id: id }, { ...WITHOUT_SIZE, ...tx }),
    async list(
      userId: string,
      limit: number,
      offset: number,
      status?: JobStatus,
    ): Promise<{ experiments: ListedExperiment[]; total: number }> {
      const query = { user_id: userId, ...(status && { status }) };
      const newestFirst = experiments
        .find<ListedExperiment>(query, LISTED)
        .sort({ submitted_at: -1, _id: 1 });
      const [page, total] = await Promise.all([
        newestFirst.skip(offset).limit(limit).toArray(),
        experiments.countDocuments(query),
      ]);
      return { experiments: page, total };
    },
    /** True if an open experiment of the user has this scenario as its base. */
    usesScenario: async (userId: string, scenarioId: string): Promise<boolean> =>
      (await experiments.findOne(
        {
          user_id: userId,
          base_scenario_id: scenarioId,
          execution: { $exists: false },
          status: { $in: OPEN_STATUSES },
        },
        { projection: { _id: 1 } },
      )) !== null,
    /** Records the end of an open experiment; null if the experiment is not open. */
    finish: (
      id: string,
      end: ExperimentEnd,
      at: Date,
      expiresAt: Date,
      tx: Transaction = {},
    ): Promise<ExperimentRecord | null> => {
      const error = end.status === 'completed' ? null : end.error;
      return experiments.findOneAndUpdate(
        { _id: id, status: { $in: OPEN_STATUSES } },
        { $set: { status: end.status, error, finished_at: at, expires_at: expiresAt } },
        { ...WITHOUT_SIZE, returnDocument: 'after', ...tx },
      );
    },
    /** Reopens an ended experiment for its next attempt; null if it is open, or another caller reopened it first. */
    restart: (
      { _id, attempt }: ExperimentRecord,
      answeredBefore: number,
      at: Date,
    ): Promise<ExperimentRecord | null> =>
      experiments.findOneAndUpdate(
        { _id, attempt, status: { $nin: OPEN_STATUSES } },
        {
          $set: {
            status: 'queued',
            attempt: attempt + 1,
            answered_before: answeredBefore,
            started_at: null,
            finished_at: null,
            error: null,
            workflow_started: false,
            checked_at: at,
          },
          $unset: { expires_at: 1 },
        },
        { ...WITHOUT_SIZE, returnDocument: 'after' },
      ),
  };
}

/** Makes the input of the workflow from an experiment record. */
export const toExperimentInput = (experiment: ExperimentRecord): ExperimentInput => ({
  experimentId: experiment._id,
  userId: experiment.user_id,
  baseScenarioId: experiment.base_scenario_id,
  name: experiment.name,
  total: experiment.scenarios_total,
  maxParallel: experiment.max_parallel,
  attempt: experiment.attempt,
});
