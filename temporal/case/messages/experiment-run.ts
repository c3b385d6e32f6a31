/** What travels between the API, the `experiment` workflow and its activities: ids, counts and small summaries. */
import type { ExecutionInput } from './execution.ts';
import type { JobError, JobStatus } from './job.ts';
import type { SolveInput } from './solve-run.ts';

export interface ExperimentInput {
  readonly experimentId: string;
  readonly userId: string;
  readonly baseScenarioId: string;
  readonly name: string;
  /** Scenarios in all, identical ones included. */
  readonly total: number;
  /** Child workflows open at the same time. */
  readonly maxParallel: number;
  /** 1 for the submission, one more for each retry of its failed scenarios. */
  readonly attempt: number;
  /** Where an earlier run of a long matrix stopped; absent at the start. */
  readonly resume?: ExperimentResume;
}

/** What one run of the workflow hands to the next. */
export interface ExperimentResume {
  /** Scenarios up to and with this index have been dealt with. */
  readonly after: number;
  readonly startedAt: string;
  readonly completed: number;
}

/** Answer of the status query. */
export interface ExperimentState {
  readonly status: JobStatus;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Scenarios that have ended, identical ones included; null when only the server answers. */
  readonly completed: number | null;
  readonly running: number | null;
  readonly error: JobError | null;
}

export interface PrepareScenariosInput {
  readonly experimentId: string;
  /** Scenarios after this index, -1 = from the first. */
  readonly after: number;
  readonly limit: number;
}

/** A scenario that is ready: a solve, or a run of the model builder. */
export interface PreparedScenario {
  readonly index: number;
  readonly input: ScenarioInput;
  /** How many rows of the experiment this solve answers: itself and those identical to it. */
  readonly rows: number;
}

export type ScenarioInput = SolveInput | ExecutionInput;

export interface PreparedPage {
  readonly scenarios: readonly PreparedScenario[];
  /** Rows that were refused: their values make no valid case. */
  readonly refused: number;
  /** Last index looked at; null when none is left. */
  readonly last: number | null;
}

/** How an experiment ended, as written to MongoDB. */
export type ExperimentEnd =
  | { readonly status: 'completed' }
  | { readonly status: 'failed'; readonly error: JobError }
  | { readonly status: 'cancelled'; readonly error: JobError };

export interface FinishedExperiment {
  readonly end: ExperimentEnd;
  /** Rows by status. */
  readonly counts: Readonly<Record<JobStatus, number>>;
  readonly finishedAt: string;
}
