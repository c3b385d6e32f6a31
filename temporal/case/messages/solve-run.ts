/** What travels between the API, the `solve` workflow and the solver activity: ids and small summaries. */
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
  /** What the solve is a part of, or is a question about; absent for a job of its own. */
  readonly parent?: SolveParent;
  /** An interrupted attempt starts afresh, so that the answer does not depend on interruptions. */
  readonly repeatable?: boolean;
}

export interface SolveParent {
  /** `job`: it answers a question about that job and is started by itself. */
  readonly type: 'experiment' | 'execution' | 'job';
  readonly id: string;
  /** Scenario of the experiment, window of the execution, or attempt at the question, 0-based. */
  readonly index: number;
}

/** What a solve found; the schedule itself rests in MongoDB. */
export interface SolveSummary {
  readonly terminationStatus: TerminationStatus;
  /** Why the solve ended; absent in summaries of older workers. */
  readonly endReason?: EndReason;
  /** $; null without a schedule. */
  readonly objectiveValue: number | null;
  readonly mipGap: number | null;
  /** Absent from solves of before it was introduced. */
  readonly figures?: SolveFigures;
  /** Why there is no schedule; absent where there is one. */
  readonly reason?: string;
  /** ISO 8601; when the solver wrote the end of the job. Absent = that is left to the workflow. */
  readonly finishedAt?: string;
}

/** A result in a few numbers; null where there is no schedule. */
export interface SolveFigures {
  readonly solveTimeS: number;
  readonly totalCostUsd: number | null;
  /** Absent from summaries of workers that did not tell it. */
  readonly penaltyUsd?: number | null;
  /** Load-weighted over buses and hours, $/MWh. */
  readonly averageLmp: number | null;
  readonly maxLmp: number | null;
  readonly peakLoadMw: number;
  readonly generationMwh: number | null;
  readonly startups: number | null;
}

/** Heartbeat details of the solver activity, and the argument of its progress signal. */
export interface Heartbeat {
  readonly schema: 1;
  /** When the first attempt started, ISO 8601. */
  readonly startedAt: string;
  /** How often an attempt has begun to compute; a job that keeps killing its workers is given up. */
  readonly starts: number;
  /** 5..95, never falls, also across attempts. */
  readonly percent: number;
  /** `elapsed_s`: how long this attempt and those before it have run, which is what the time limit limits. */
  readonly progress: Progress;
}

/** Answer of the status query. */
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
  /** Do not search: make the stored incumbent the answer. */
  readonly finish: boolean;
  /** The last that was heard of an attempt whose worker was lost; absent from the first, or when nothing was. */
  readonly previous?: Heartbeat;
}

/** How a job ended, as written to MongoDB. */
export type SolveEnd =
  | { readonly status: 'completed'; readonly summary: SolveSummary }
  | { readonly status: 'failed'; readonly error: JobError }
  | { readonly status: 'cancelled'; readonly error: JobError };
