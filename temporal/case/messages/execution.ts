/** Messages between the API, the `execution` and `rollingHorizon` workflows and their activities. */
import type { JobError, JobStatus } from './job.ts';
import type { TerminationStatus } from './result.ts';
import type { SolveInput } from './solve-run.ts';

/** A month that is solved in parallel with other months, beginning some windows early. */
export interface DraftedMonth {
  /** Name of the chain of windows that contains the windows of the month. */
  readonly chain: string;
  /** First window that is solved. */
  readonly from: number;
  /** First window of the month. */
  readonly first: number;
  /** Last window of the month plus 1. */
  readonly end: number;
}

export interface ExecutionInput {
  /** Id of the execution, which is also the id of its workflow. */
  readonly executionId: string;
  readonly userId: string;
  /** Id of the model in `PCM_MODELS`. */
  readonly modelId: string;
  readonly networkId: string;
  /** Number of consecutive solves; 1 unless the horizon is rolling. */
  readonly windows: number;
  /** Experiment to which the run belongs as a scenario; absent for a separate run. */
  readonly experimentId?: string;
}

/** Reply of the status query. */
export interface ExecutionState {
  readonly status: JobStatus;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly error: JobError | null;
}

/** Key figures of an execution. */
export interface ExecutionResults {
  /** Objective over the kept schedules: cost with penalties, $; null without a schedule. */
  readonly objective_value: number | null;
  /** Termination status; at best FEASIBLE for a rolling horizon, which proves no bound for the whole run. */
  readonly termination_status: TerminationStatus;
  /** Solve time, total over all solves, s. */
  readonly solve_time_s: number;
  /** Operating cost, without penalties, $. */
  readonly total_cost_usd: number | null;
  /** Id of the last solve; its job has the schedule or the causes of infeasibility. */
  readonly job_id: string | null;
  /** Reason why there is no result, or the list of windows without a schedule; null if all windows have a schedule. */
  readonly message: string | null;
  readonly totals: ExecutionTotals | null;
  /** Number of windows without a schedule, after which the run continued; absent if 0. */
  readonly unsolved_windows?: number;
  /** Warnings of the solves, without duplicates; absent without warnings, and in older records. */
  readonly warnings?: readonly DayWarning[];
  /**
   * Number of hours in which load is not served. The next field: number of days with such an hour. Both are absent
   * without a result and in older records.
   */
  readonly unserved_hours?: number;
  readonly unserved_days?: number;
  /** CO2 of all units, t; null if unknown. */
  readonly co2_t?: number | null;
  /** Present in a run with `emission_cap_t`. */
  readonly allowance?: AllowanceResults;
}

/** The price of CO2 that was found for the cap of a run. */
export interface AllowanceResults {
  readonly emission_cap_t: number;
  /** Price of the run, $/t. */
  readonly price_usd_per_t: number;
  /** Cap less the CO2 of the run, t; below 0 = the cap is not met. Null without a result. */
  readonly gap_t: number | null;
  /** Runs at other prices, in their order. */
  readonly trials: readonly { readonly price_usd_per_t: number; readonly co2_t: number | null }[];
}

/** A warning of the solves of a run. */
export interface DayWarning {
  readonly message: string;
  /** Numbers of the solves with this warning, from 1. */
  readonly days: readonly number[];
}

export interface WindowInput {
  readonly executionId: string;
  /** Index of the window, 0-based. */
  readonly index: number;
  /** Chain to which the window belongs; absent for the chain of the run. */
  readonly chain?: string;
}

export interface JoinMonthInput extends WindowInput {
  readonly month: DraftedMonth;
}

export interface JoinedMonth {
  /** Number of windows that the run has taken over, counted from the requested window. */
  readonly joined: number;
}

/** A prepared window. `input` is null if the window has been solved already. */
export interface PreparedWindow {
  readonly input: SolveInput | null;
}

export interface ClosedWindow {
  readonly hasSchedule: boolean;
  /**
   * True if the run continues although the window has no schedule: the next window then begins in the state before this
   * one. Absent if the run ends with this window.
   */
  readonly goesOn?: boolean;
  /** True if the window is solved again, with units committed anew; absent otherwise, and in older histories. */
  readonly again?: true;
}

export interface RollingInput {
  readonly executionId: string;
  /** Chain of the windows; absent for the chain of the run. */
  readonly chain?: string;
  /** Drafted months. The run uses a draft if the draft continues from the state that the run has reached. */
  readonly months?: readonly DraftedMonth[];
  /** Last window plus 1. */
  readonly windows: number;
  /** The first window that has not been solved yet. */
  readonly from: number;
  /** Windows in the order in which they are solved; `from` and `windows` are then positions in this list. */
  readonly order?: readonly number[];
}

/** Reply of the status query of `rollingHorizon`. */
export interface RollingProgress {
  readonly windowsDone: number;
  readonly windows: number;
}

export interface BegunExecution {
  readonly startedAt: string;
  /** Number of windows that an earlier run of the workflow solved. */
  readonly closed: number;
  /** Months to draft in parallel; absent if windows are solved one after another. */
  readonly months?: readonly DraftedMonth[];
  /** Hours to dispatch in real time; absent for a run without real time. */
  readonly realTime?: RealTimeHours;
  /** True if the run has a cap on its emissions; absent otherwise, and in older histories. */
  readonly isCapped?: true;
  /** Windows that are solved, in this order; absent if all are. */
  readonly order?: readonly number[];
}

/** The windows to solve next in a run with a cap on its emissions. */
export interface NextAllowance {
  /** Chain of a run at another price of CO2; absent for the run's own windows. */
  readonly chain?: string;
  /** Number of windows that are solved already. */
  readonly from: number;
}

/** Real-time windows, one hour each, which follow the windows of the run. */
export interface RealTimeHours {
  readonly chain: string;
  /** Total number of hours. */
  readonly hours: number;
  /** Number of real-time hours per window of the run. */
  readonly hoursOfWindow: number;
  /** Number of windows that an earlier run of the workflow solved. */
  readonly closed: number;
}

export interface FinishedExecution {
  readonly end: ExecutionEnd;
  readonly finishedAt: string;
}

/** Totals over the kept hours of all solves. */
export interface ExecutionTotals {
  readonly energy_usd: number;
  readonly no_load_usd: number;
  readonly startup_usd: number;
  /** Cost of stops, $; absent if no unit has a shutdown cost. */
  readonly shutdown_usd?: number | undefined;
  readonly penalty_usd: number;
  /** Value of the accepted demand of bids, $; absent without such bids. */
  readonly bid_value_usd?: number | undefined;
  readonly load_mwh: number;
  readonly peak_load_mw: number;
  readonly unserved_mwh: number;
  /** Mean price weighted by load, $/MWh; null without load. */
  readonly average_lmp_usd_per_mwh: number | null;
  /** Unit -> energy, MWh. */
  readonly generation_mwh: Readonly<Record<string, number>>;
  /** Unit -> number of starts. */
  readonly starts: Readonly<Record<string, number>>;
}

/** The end of an execution as stored in MongoDB. */
export type ExecutionEnd =
  | { readonly status: 'completed'; readonly results: ExecutionResults }
  | { readonly status: 'failed'; readonly error: JobError }
  | { readonly status: 'cancelled'; readonly error: JobError };
