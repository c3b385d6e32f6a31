/** What travels between the API, the `execution` and `rollingHorizon` workflows and their activities. */
import type { JobError, JobStatus } from './job.ts';
import type { TerminationStatus } from './result.ts';
import type { SolveInput } from './solve-run.ts';

/** A month that is solved beside the others, from some windows before it on. */
export interface DraftedMonth {
  /** Chain of its windows in the run. */
  readonly chain: string;
  /** First window that is solved. */
  readonly from: number;
  /** First window of the month. */
  readonly first: number;
  /** The window behind its last one. */
  readonly end: number;
}

export interface ExecutionInput {
  /** Also the workflow id. */
  readonly executionId: string;
  readonly userId: string;
  /** Id in `PCM_MODELS`. */
  readonly modelId: string;
  readonly networkId: string;
  /** Solves in a row: 1 unless the horizon rolls. */
  readonly windows: number;
  /** The experiment that it is a scenario of; absent for a run of its own. */
  readonly experimentId?: string;
}

/** Answer of the status query. */
export interface ExecutionState {
  readonly status: JobStatus;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly error: JobError | null;
}

/** What an execution found, in a few numbers. */
export interface ExecutionResults {
  /** Cost of the schedule that was kept, penalties included, $; null without one. */
  readonly objective_value: number | null;
  /** A rolling horizon proves no bound over the whole, so that it is FEASIBLE at best. */
  readonly termination_status: TerminationStatus;
  /** Over all solves, s. */
  readonly solve_time_s: number;
  /** Without penalties, $. */
  readonly total_cost_usd: number | null;
  /** Id of the last solve, whose job has the schedule, or the causes why there is none. */
  readonly job_id: string | null;
  /** Why there is no answer, or which windows have no schedule in one; null when there is nothing to say. */
  readonly message: string | null;
  readonly totals: ExecutionTotals | null;
  /** Windows without a schedule that the run went on behind; absent when there are none. */
  readonly unsolved_windows?: number;
  /** Warnings of its solves, once each; absent without any, and in older records. */
  readonly warnings?: readonly DayWarning[];
  /** Hours with load that is not served, and days with such an hour; absent without an answer and in older records. */
  readonly unserved_hours?: number;
  readonly unserved_days?: number;
  /** CO2 of all units, t; null where nothing is known of it. */
  readonly co2_t?: number | null;
}

/** Warnings of the solves of a run. */
export interface DayWarning {
  readonly message: string;
  /** Solves in a row that warned of it, from 1 on. */
  readonly days: readonly number[];
}

export interface WindowInput {
  readonly executionId: string;
  /** 0-based. */
  readonly index: number;
  /** Windows beside those of the run itself; absent = its own. */
  readonly chain?: string;
}

export interface JoinMonthInput extends WindowInput {
  readonly month: DraftedMonth;
}

export interface JoinedMonth {
  /** Windows from the one asked about on that the run has taken over. */
  readonly joined: number;
}

/** A window that is ready to be solved; `input` is null when it was solved before. */
export interface PreparedWindow {
  readonly input: SolveInput | null;
}

export interface ClosedWindow {
  readonly hasSchedule: boolean;
  /** There is none, and the next window begins in the state before this one. Absent: the run ends here. */
  readonly goesOn?: boolean;
}

export interface RollingInput {
  readonly executionId: string;
  /** Windows beside those of the run itself; absent = its own. */
  readonly chain?: string;
  /** Drafts of its windows, which are taken over where they go on from the state that the run is in. */
  readonly months?: readonly DraftedMonth[];
  /** The window behind the last one. */
  readonly windows: number;
  /** The first that is not solved yet. */
  readonly from: number;
}

/** Answer of the status query of `rollingHorizon`. */
export interface RollingProgress {
  readonly windowsDone: number;
  readonly windows: number;
}

export interface BegunExecution {
  readonly startedAt: string;
  /** Windows that an earlier run solved. */
  readonly closed: number;
  /** Solved side by side and then joined; absent for a run that is solved window after window. */
  readonly months?: readonly DraftedMonth[];
  /** Absent for a run that is day-ahead only. */
  readonly realTime?: RealTimeHours;
}

/** Windows of an hour each, behind those of the run. */
export interface RealTimeHours {
  readonly chain: string;
  /** In all. */
  readonly hours: number;
  /** Hours of real time in a window of the run. */
  readonly hoursOfWindow: number;
  /** Windows that an earlier run of the workflow solved. */
  readonly closed: number;
}

export interface FinishedExecution {
  readonly end: ExecutionEnd;
  readonly finishedAt: string;
}

/** Over the hours that were kept of each solve. */
export interface ExecutionTotals {
  readonly energy_usd: number;
  readonly no_load_usd: number;
  readonly startup_usd: number;
  /** Absent where no unit pays for a stop. */
  readonly shutdown_usd?: number | undefined;
  readonly penalty_usd: number;
  readonly load_mwh: number;
  readonly peak_load_mw: number;
  readonly unserved_mwh: number;
  /** Load-weighted; null without load. */
  readonly average_lmp_usd_per_mwh: number | null;
  /** By unit. */
  readonly generation_mwh: Readonly<Record<string, number>>;
  /** By unit. */
  readonly starts: Readonly<Record<string, number>>;
}

/** How an execution ended, as written to MongoDB. */
export type ExecutionEnd =
  | { readonly status: 'completed'; readonly results: ExecutionResults }
  | { readonly status: 'failed'; readonly error: JobError }
  | { readonly status: 'cancelled'; readonly error: JobError };
