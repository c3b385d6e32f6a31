/** Messages between the API, the `solve` workflow and the solver activity: ids and small summaries. */
import type { JobType, SolverName } from '../../solvers.ts';
import type { EndReason } from './end-reason.ts';
import type { JobError, JobStatus, Progress } from './job.ts';
import type { TerminationStatus } from './result.ts';

export interface SolveInput {
  /** Id of the job, which is also the id of its workflow. */
  readonly jobId: string;
  readonly userId: string;
  readonly jobType: JobType;
  readonly solver: SolverName;
  readonly scenarioId: string;
  readonly timeLimitS: number;
  readonly mipGap: number;
  /** Experiment, execution or job to which the solve belongs; absent for a separate job. */
  readonly parent?: SolveParent;
  /** True if an interrupted attempt starts from scratch, so that the result does not depend on interruptions. */
  readonly repeatable?: boolean;
}

export interface SolveParent {
  /** Kind of the parent. `job`: the solve answers a question about a job. */
  readonly type: 'experiment' | 'execution' | 'job';
  readonly id: string;
  /** Index of the scenario, window or attempt, 0-based. */
  readonly index: number;
}

/** Key data of a result; the schedule itself is stored in MongoDB. */
export interface SolveSummary {
  readonly terminationStatus: TerminationStatus;
  /** Reason why the solve ended; absent from summaries of older workers. */
  readonly endReason?: EndReason;
  /** Objective, $; null without a schedule. */
  readonly objectiveValue: number | null;
  readonly mipGap: number | null;
  /** Key figures of the result; absent from older solves. */
  readonly figures?: SolveFigures;
  /** Reason why there is no schedule; absent if there is one. */
  readonly reason?: string;
  /**
   * Time at which the solver activity recorded the end of the job, ISO 8601. Absent if the workflow must record the
   * end.
   */
  readonly finishedAt?: string;
}

/** Key figures of a result; null without a schedule. */
export interface SolveFigures {
  readonly solveTimeS: number;
  readonly totalCostUsd: number | null;
  /** Penalties, $; absent from summaries of older workers. */
  readonly penaltyUsd?: number | null;
  /** Mean price weighted by load, over buses and hours, $/MWh. */
  readonly averageLmp: number | null;
  readonly maxLmp: number | null;
  readonly peakLoadMw: number;
  readonly generationMwh: number | null;
  readonly startups: number | null;
}

/** Heartbeat details of the solver activity, and the argument of its progress signal. */
export interface Heartbeat {
  readonly schema: 1;
  /** Start of the first attempt, ISO 8601. */
  readonly startedAt: string;
  /** Number of attempts that have begun to compute. A job fails after several attempts whose workers were lost. */
  readonly starts: number;
  /** Progress, 5..95; never decreases, even across attempts. */
  readonly percent: number;
  /** Progress of the search. `elapsed_s`: total run time of all attempts, which the time limit bounds. */
  readonly progress: Progress;
}

/** Reply of the status query. */
export interface SolveState {
  readonly status: JobStatus;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly percent: number;
  readonly progress: Progress | null;
  readonly error: JobError | null;
}

/** Argument of the solver activity. */
export interface RunSolverInput extends SolveInput {
  /** True to finish with the stored incumbent and its prices instead of searching. */
  readonly finish: boolean;
  /**
   * Last heartbeat of the previous attempt, whose worker was lost; absent for the first attempt, and if there was no
   * heartbeat.
   */
  readonly previous?: Heartbeat;
}

/** The end of a job as stored in MongoDB. */
export type SolveEnd =
  | { readonly status: 'completed'; readonly summary: SolveSummary }
  | { readonly status: 'failed'; readonly error: JobError }
  | { readonly status: 'cancelled'; readonly error: JobError };
