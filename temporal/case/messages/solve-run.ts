/** Messages between the API, the `solve` workflow and the solver activity: ids and small summaries. */
import type { JobType, SolverName } from '../../solvers.ts';
import type { EndReason } from './end-reason.ts';
import type { JobError, JobStatus, Progress } from './job.ts';
import type { TerminationStatus } from './result.ts';

export interface SolveInput {
  /** Also the workflow id. */
  readonly jobId: string;
  readonly userId: string;
  readonly jobType: JobType;
  readonly solver: SolverName;
  readonly scenarioId: string;
  readonly timeLimitS: number;
  readonly mipGap: number;
  /** The experiment, execution or job that the solve belongs to; absent for a separate job. */
  readonly parent?: SolveParent;
  /** Restarts an interrupted attempt from scratch, so that the result does not depend on interruptions. */
  readonly repeatable?: boolean;
}

export interface SolveParent {
  /** `job`: a separate solve that answers a question about that job. */
  readonly type: 'experiment' | 'execution' | 'job';
  readonly id: string;
  /** Index of the scenario, window or attempt, 0-based. */
  readonly index: number;
}

/** Key data of a result; the schedule itself is stored in MongoDB. */
export interface SolveSummary {
  readonly terminationStatus: TerminationStatus;
  /** Why the solve ended; absent from summaries of older workers. */
  readonly endReason?: EndReason;
  /** $; null without a schedule. */
  readonly objectiveValue: number | null;
  readonly mipGap: number | null;
  /** Key figures; absent from older solves. */
  readonly figures?: SolveFigures;
  /** Why there is no schedule; absent if there is one. */
  readonly reason?: string;
  /** Time at which the solver activity recorded the end of the job, ISO 8601. Absent = the workflow records it. */
  readonly finishedAt?: string;
}

/** Key figures of a result; null without a schedule. */
export interface SolveFigures {
  readonly solveTimeS: number;
  readonly totalCostUsd: number | null;
  /** Penalties, $; absent from summaries of older workers. */
  readonly penaltyUsd?: number | null;
  /** Load-weighted mean over buses and hours, $/MWh. */
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
  /** Number of attempts that have begun to compute; a job that repeatedly kills its workers is given up. */
  readonly starts: number;
  /** 5..95, never decreasing, even across attempts. */
  readonly percent: number;
  /** `elapsed_s`: run time of this attempt and earlier ones, to which the time limit applies. */
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
  /** True to price the stored incumbent instead of searching. */
  readonly finish: boolean;
  /** Last heartbeat of an attempt whose worker was lost; absent for the first attempt, or without a heartbeat. */
  readonly previous?: Heartbeat;
}

/** The end of a job as stored in MongoDB. */
export type SolveEnd =
  | { readonly status: 'completed'; readonly summary: SolveSummary }
  | { readonly status: 'failed'; readonly error: JobError }
  | { readonly status: 'cancelled'; readonly error: JobError };
