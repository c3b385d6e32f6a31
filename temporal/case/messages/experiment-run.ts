/** Messages between the API, the `experiment` workflow and its activities: ids, counts and small summaries. */
import type { ExecutionInput } from './execution.ts';
import type { JobError, JobStatus } from './job.ts';
import type { SolveInput } from './solve-run.ts';

export interface ExperimentInput {
  readonly experimentId: string;
  readonly userId: string;
  readonly baseScenarioId: string;
  readonly name: string;
  /** Number of scenarios, duplicates included. */
  readonly total: number;
  /** Maximum number of child workflows that are open at the same time. */
  readonly maxParallel: number;
  /** Number of the attempt: 1 for the submission, plus 1 for each retry of failed scenarios. */
  readonly attempt: number;
  /** State in which an earlier run of the workflow of a large matrix stopped; absent at the start. */
  readonly resume?: ExperimentResume;
}

/** State that one run of the workflow hands to the next. */
export interface ExperimentResume {
  /** Index of the last scenario that has been handled. */
  readonly after: number;
  readonly startedAt: string;
  readonly completed: number;
}

/** Reply of the status query. */
export interface ExperimentState {
  readonly status: JobStatus;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /**
   * Number of scenarios that have ended, duplicates included; null if no worker answers and the state comes from the
   * server.
   */
  readonly completed: number | null;
  readonly running: number | null;
  readonly error: JobError | null;
}

export interface PrepareScenariosInput {
  readonly experimentId: string;
  /** Index after which scenarios are returned; -1 to begin with the first scenario. */
  readonly after: number;
  readonly limit: number;
}

/** A prepared scenario: a solve, or a run of the model builder. */
export interface PreparedScenario {
  readonly index: number;
  readonly input: ScenarioInput;
  /** Number of rows that this solve covers: its own row and those of duplicates. */
  readonly rows: number;
}

export type ScenarioInput = SolveInput | ExecutionInput;

export interface PreparedPage {
  readonly scenarios: readonly PreparedScenario[];
  /** Number of rows that were refused because their values give no valid case. */
  readonly refused: number;
  /** Last index that was examined; null if no scenarios remain. */
  readonly last: number | null;
}

/** The end of an experiment as stored in MongoDB. */
export type ExperimentEnd =
  | { readonly status: 'completed' }
  | { readonly status: 'failed'; readonly error: JobError }
  | { readonly status: 'cancelled'; readonly error: JobError };

export interface FinishedExperiment {
  readonly end: ExperimentEnd;
  /** Number of rows by status. */
  readonly counts: Readonly<Record<JobStatus, number>>;
  readonly finishedAt: string;
}
