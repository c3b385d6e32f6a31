/**
 * The scenarios of experiments, one record each: values, solve job or run, and end. Of identical scenarios, one is
 * solved. The others refer to it (`solved_as`), and end with it in the same write.
 *
 * @module
 */
import type { Db, Filter } from 'mongodb';
import type { JobError, JobStatus } from '../temporal/case/messages/job.ts';
import type { TerminationStatus } from '../temporal/case/messages/result.ts';
import type { SolveFigures } from '../temporal/case/messages/solve-run.ts';
import { partJobId } from './derived-ids.ts';
import type { ExecutionOptions, ExecutionStart } from './executions.ts';
import type { CollectionIndexes } from './indexes.ts';
import { OPEN_STATUSES } from './lifecycle.ts';
import { readTally, type ScenarioTally } from './scenario-tally.ts';
import { byOwner, sized, WITHOUT_SIZE } from './stored-bytes.ts';
import type { Transaction } from './transaction.ts';

export type ScenarioValues = Readonly<Record<string, number | string>>;

/** The end of a scenario. */
export interface ScenarioOutcome {
  readonly status: JobStatus;
  readonly termination_status: TerminationStatus | null;
  readonly objective_value: number | null;
  readonly mip_gap: number | null;
  readonly figures: SolveFigures | null;
  /** Figures that only a run has; absent for solves, and for runs without a result. */
  readonly run_figures?: RunFigures;
  /** Reason why there is no schedule; absent if there is one. */
  readonly reason?: string;
  readonly error: JobError | null;
  readonly finished_at: Date | null;
}

export interface RunFigures {
  readonly penaltyUsd: number;
  readonly unservedMwh: number;
  /** Number of hours with load not served. The next field: number of days with such an hour. */
  readonly unservedHours: number;
  readonly unservedDays: number;
  /** CO2 emissions, t; null if unknown. */
  readonly co2T: number | null;
  /** Number of windows without a schedule; they add nothing to the totals. */
  readonly unsolvedWindows: number;
}

export interface ScenarioRunRecord extends ScenarioOutcome {
  /** Id of the record, `<experiment id>/<index>`. */
  readonly _id: string;
  readonly experiment_id: string;
  /**
   * User to whose quota of stored data the record is charged; absent from older records until the workflow `sweep` adds
   * it.
   */
  readonly user_id?: string;
  readonly index: number;
  readonly scenario_id: string;
  /** Value of each variable, in the order of the matrix. */
  readonly values: ScenarioValues;
  /** Options of this run without those that all runs share; absent if the scenario is a solve. */
  readonly study?: { readonly options: ExecutionOptions; readonly start: ExecutionStart };
  /** Id of the solve or execution; if `solved_as` is set, that of the scenario that is solved instead. */
  readonly job_id: string;
  /** Index of the identical scenario that is solved in place of this one; null if this one is solved. */
  readonly solved_as: number | null;
  /** Attempt of the experiment in which the scenario last ran. */
  readonly attempt: number;
  /** Index of the scenario whose schedule was the warm start of the solve; absent or null without a warm start. */
  readonly warm_started_from?: number | null;
  readonly expires_at?: Date;
}

export const WAITING: ScenarioOutcome = {
  status: 'queued',
  termination_status: null,
  objective_value: null,
  mip_gap: null,
  figures: null,
  error: null,
  finished_at: null,
};

export const scenarioRunIndexes: CollectionIndexes = {
  collection: 'scenario_runs',
  indexes: [
    { key: { experiment_id: 1, index: 1 }, unique: true },
    { key: { experiment_id: 1, solved_as: 1 } },
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
    byOwner,
  ],
};

export const scenarioRunId = (experimentId: string, index: number): string => `${experimentId}/${index}`;

export type ScenarioRuns = ReturnType<typeof createScenarioRuns>;

/** Filter of a scenario and its duplicates. */
const alike = (experimentId: string, index: number): Filter<ScenarioRunRecord> => ({
  experiment_id: experimentId,
  $or: [{ index }, { solved_as: index }],
});

export function createScenarioRuns(db: Db) {
  const runs = db.collection<ScenarioRunRecord>('scenario_runs');
  const open = { status: { $in: OPEN_STATUSES } };
  const find = (filter: Filter<ScenarioRunRecord>) => runs.find(filter, WITHOUT_SIZE).sort({ index: 1 });
  return {
    /** Stores the rows of a new experiment; existing rows are left unchanged. */
    async accept(rows: readonly ScenarioRunRecord[], tx: Transaction = {}): Promise<void> {
      const writes = rows.map((row) => ({
        updateOne: { filter: { _id: row._id }, update: { $setOnInsert: sized(row) }, upsert: true },
      }));
      if (writes.length > 0) await runs.bulkWrite(writes, { ordered: false, ...tx });
    },
    /** Open scenarios with an index above `after`. */
    unfinished: (experimentId: string, after: number, limit: number): Promise<ScenarioRunRecord[]> =>
      find({ experiment_id: experimentId, index: { $gt: after }, solved_as: null, ...open })
        .limit(limit)
        .toArray(),
    /** Ids of the jobs or executions of running scenarios. */
    async runningJobs(experimentId: string): Promise<string[]> {
      const rows = await find({ experiment_id: experimentId, status: 'running', solved_as: null }).toArray();
      return rows.map(({ job_id }) => job_id);
    },
    countAlike: (experimentId: string, index: number): Promise<number> =>
      runs.countDocuments(alike(experimentId, index)),
    async markRunning(experimentId: string, index: number): Promise<void> {
      await runs.updateMany(
        { ...alike(experimentId, index), status: 'queued' },
        { $set: { status: 'running' } },
      );
    },
    /** Records the end of an open scenario and of its duplicates; scenarios that have ended are left unchanged. */
    async finish(experimentId: string, index: number, outcome: ScenarioOutcome): Promise<void> {
      await runs.updateMany({ ...alike(experimentId, index), ...open }, { $set: outcome });
    },
    async finishOpen(experimentId: string, outcome: ScenarioOutcome): Promise<void> {
      await runs.updateMany({ experiment_id: experimentId, ...open }, { $set: outcome });
    },
    /** Scenarios that ended without a result in an attempt before `attempt`. */
    unanswered: (experimentId: string, attempt: number): Promise<ScenarioRunRecord[]> =>
      find({
        experiment_id: experimentId,
        status: { $in: ['failed', 'cancelled'] },
        attempt: { $lt: attempt },
        solved_as: null,
      }).toArray(),
    /** Queues a scenario and its duplicates again, once per attempt. */
    async restart(experimentId: string, index: number, attempt: number): Promise<void> {
      const job_id = partJobId(experimentId, index, attempt);
      await runs.updateMany(
        { ...alike(experimentId, index), attempt: { $lt: attempt } },
        { $set: { ...WAITING, attempt, job_id, warm_started_from: null } },
      );
    },
    tally: (experimentId: string): Promise<ScenarioTally> => readTally(runs, experimentId),
    /** One page of scenarios, in the order of the matrix. */
    async list(
      experimentId: string,
      status: JobStatus | undefined,
      limit: number,
      offset: number,
    ): Promise<{ rows: ScenarioRunRecord[]; total: number }> {
      const filter = { experiment_id: experimentId, ...(status && { status }) };
      const [rows, total] = await Promise.all([
        find(filter).skip(offset).limit(limit).toArray(),
        runs.countDocuments(filter),
      ]);
      return { rows, total };
    },
    /** All scenarios in the order of the matrix, read on demand. */
    all: (experimentId: string): AsyncIterable<ScenarioRunRecord> => find({ experiment_id: experimentId }),
    async expire(experimentId: string, at: Date): Promise<void> {
      await runs.updateMany({ experiment_id: experimentId }, { $set: { expires_at: at } });
    },
    /** Ends the retention period that `expire` started. */
    async keep(experimentId: string): Promise<void> {
      await runs.updateMany({ experiment_id: experimentId }, { $unset: { expires_at: 1 } });
    },
  };
}
