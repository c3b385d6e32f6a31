/** A run of the model builder, as clients submit it and as they see it. */
import { array, boolean, type InferType, number, object, string } from 'yup';
import { type EndedWindows, executionOutcome } from '../../mongo/execution-outcome.ts';
import type { ExecutionRecord } from '../../mongo/executions.ts';
import { partsOf } from '../../temporal/case/arithmetic/outcome.ts';
import { stampOfHour } from '../../temporal/case/arithmetic/series-calendar.ts';
import { finite, quantity } from '../../temporal/case/elements/units.ts';
import type { ExecutionResults, ExecutionState } from '../../temporal/case/messages/execution.ts';
import { JOB_STATUSES, jobErrorSchema } from '../../temporal/case/messages/job.ts';
import { outcomeFields, partCount } from '../../temporal/case/messages/outcome.ts';
import { TERMINATION_STATUSES } from '../../temporal/case/messages/result.ts';
import { studyOptionFields } from '../../temporal/case/messages/study-options.ts';
import { DEFAULT_HORIZON_H } from '../../temporal/case/pcm-models.ts';
import { dayWarningTexts } from '../../temporal/case/report/day-warnings.ts';
import { lifeOf } from '../runs/view.ts';
import { chosenSolver, solverChoice } from './solver-choice.ts';
import { totalsFields } from './totals-fields.ts';

export const executionOptions = object({
  horizon: number()
    .integer()
    .min(1)
    .default(DEFAULT_HORIZON_H)
    .meta({ unit: 'h', description: 'Horizon, at most max_horizon of the model; shorter series repeat' }),
  include_reserves: boolean().default(false).meta({
    description:
      'Require the reserve products of the network; if it has none, spinning reserve of 5 % of load or the largest unit, whichever is larger',
  }),
  ...studyOptionFields,
});

export const executionBody = object({
  pcm_model_id: string().required().max(64).meta({ description: 'One of GET /model-builder/models' }),
  solver: solverChoice.required(),
  network_id: string().max(200).optional().meta({ description: 'Default: the default network of the model' }),
  options: executionOptions,
});
export type ExecutionBody = InferType<typeof executionBody>;

const timestamp = () => string().datetime({ precision: 3 });

const usdOrNull = (description: string) => finite().nullable().defined().meta({ unit: '$', description });

const executionResults = object({
  objective_value: usdOrNull('Cost of operation and penalties of the kept schedule; null without one'),
  termination_status: string()
    .oneOf(TERMINATION_STATUSES)
    .required()
    .meta({ description: 'Status; at best FEASIBLE for a run of several windows, which proves no bound' }),
  solve_time_s: quantity('s', 'Total over all solves').min(0),
  total_cost_usd: usdOrNull('Cost of operation, without penalties'),
  job_id: string()
    .uuid()
    .nullable()
    .defined()
    .meta({ description: 'Job of the last solve, which has the schedule or the causes of infeasibility' }),
  message: string()
    .nullable()
    .defined()
    .meta({ description: 'Reason why there is no result, or days without a schedule' }),
  unsolved_windows: number().integer().min(1).optional().meta({
    description:
      'Solves without a schedule after which the run continued; they are not counted in any figure',
  }),
  warnings: array(
    object({
      message: string().required(),
      days: array(number().integer().min(1).required()).required(),
    }).required(),
  )
    .optional()
    .meta({ description: 'Warnings of the solves, each once, with the positions of the solves from 1' }),
  unserved_hours: number()
    .integer()
    .min(0)
    .optional()
    .meta({ unit: 'h', description: 'Hours with more than 1 kW of load not served' }),
  unserved_days: number()
    .integer()
    .min(0)
    .optional()
    .meta({ description: 'Days with at least one such hour' }),
  co2_t: finite()
    .nullable()
    .optional()
    .meta({ unit: 't', description: 'CO2 of all units; null when unknown' }),
  allowance: object({
    emission_cap_t: finite().required(),
    price_usd_per_t: finite().required().meta({ unit: '$/t', description: 'Price of CO2 of the run' }),
    gap_t: finite().nullable().defined().meta({
      unit: 't',
      description: 'emission_cap_t less co2_t; below 0 = the cap is not met',
    }),
    trials: array(
      object({ price_usd_per_t: finite().required(), co2_t: finite().nullable().defined() }).required(),
    )
      .required()
      .meta({ description: 'Runs at a price, in their order' }),
  })
    .optional()
    .default(undefined)
    .meta({ description: 'Present in a run with emission_cap_t: the price of CO2 that was found' }),
  totals: object(totalsFields()).nullable().default(undefined).defined(),
});

export const executionSummary = object({
  execution_id: string().uuid().required(),
  status: string().oneOf(JOB_STATUSES).required(),
  pcm_model_id: string().required(),
  network_id: string().required(),
  windows_total: number().integer().min(1).required().meta({ description: 'Number of consecutive solves' }),
  ...outcomeFields('solves'),
  windows_solved: partCount('Solves that ended with a schedule'),
  windows_unsolved: partCount('Solves that ended without a schedule'),
  start_time: string()
    .nullable()
    .defined()
    .meta({ description: 'First hour with its offset from UTC; null when the network has no date' }),
  horizon: number().integer().min(1).required().meta({ unit: 'h' }),
  total_cost_usd: usdOrNull('Cost of operation; null until completed, and without a schedule'),
  largest_mip_gap: finite().nullable().defined().meta({
    description:
      'Largest relative gap of the solves with a schedule; null if one of them has no bound, and without any',
  }),
  created_at: timestamp().required(),
  finished_at: timestamp().nullable().defined(),
});
type ExecutionSummary = InferType<typeof executionSummary>;

const DAY_H = 24;

export const warningsField = () =>
  array(string().required()).optional().meta({
    description: 'Warnings about the series of the network, then warnings of single days',
  });

const monthProgress = object({
  start_time: string()
    .nullable()
    .defined()
    .meta({ description: 'Local time of the first hour; null if the network has no dates' }),
  windows_total: number().integer().min(1).required(),
  windows_done: number().integer().min(0).required(),
});

/** Progress of a month that is solved in parallel with the other months. */
export interface MonthDone {
  readonly first: number;
  readonly windows: number;
  readonly done: number;
}

interface Done extends EndedWindows {
  readonly months?: readonly MonthDone[];
}

export const executionSchema = executionSummary.shape({
  solver: chosenSolver.required(),
  options: object({
    horizon: number().integer().min(1).required().meta({ unit: 'h' }),
    include_reserves: boolean().required(),
    ...studyOptionFields,
  }).required(),
  warnings: warningsField(),
  results: executionResults
    .nullable()
    .default(undefined)
    .defined()
    .meta({ description: 'Results; null until completed' }),
  error: jobErrorSchema.nullable().default(undefined).defined(),
  started_at: timestamp().nullable().defined(),
  progress: number()
    .integer()
    .min(0)
    .max(100)
    .required()
    .meta({ description: 'Share of finished solves, %' }),
  windows_done: number().integer().min(0).required().meta({ description: 'Number of finished solves' }),
  months: array(monthProgress.required()).optional().meta({
    description: 'Months solved in parallel before they are joined; absent if the run is not parallel',
  }),
  real_time: object({
    hours_total: number().integer().min(1).required(),
    hours_done: number().integer().min(0).required(),
  })
    .optional()
    .default(undefined)
    .meta({
      description:
        'Real-time hours, dispatched one after another after the day-ahead solves; absent for a run without real time',
    }),
});
export type Execution = InferType<typeof executionSchema>;

/** Local time of an hour of the run; null when its network has no date. */
export const stampAt = ({ start }: Pick<ExecutionRecord, 'start'>, hour: number): string | null =>
  start?.calendar ? stampOfHour(start.calendar, start.hour + hour) : null;

function largestGap({ windows }: EndedWindows): number | null {
  const solved = windows.filter(({ outcome }) => outcome === 'solved');
  const largest = Math.max(...solved.map(({ gap }) => gap ?? Number.POSITIVE_INFINITY));
  return Number.isFinite(largest) ? largest : null;
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Summary of a run for lists; it is made without a query of the workflow. */
export const toExecutionSummary = (
  execution: ExecutionRecord,
  ended: EndedWindows,
  life: Pick<ExecutionRecord, 'status' | 'error'> = execution,
): ExecutionSummary => ({
  execution_id: execution._id,
  status: life.status,
  pcm_model_id: execution.pcm_model_id,
  network_id: execution.network_id,
  windows_total: execution.windows,
  ...executionOutcome(execution, ended, life),
  start_time: stampAt(execution, 0),
  horizon: execution.options.horizon,
  total_cost_usd: execution.results?.total_cost_usd ?? null,
  largest_mip_gap: largestGap(ended),
  created_at: execution.submitted_at.toISOString(),
  finished_at: iso(execution.finished_at),
});

export function toExecution(
  execution: ExecutionRecord,
  state: ExecutionState | undefined,
  done: Done,
): Execution {
  const life = lifeOf(execution, state);
  const isCompleted = life.status === 'completed';
  const { windows, months = [], hours } = done;
  const { step_h = DAY_H, horizon } = execution.options;
  const results = isCompleted ? execution.results : null;
  const ofDays = dayWarningTexts(results?.warnings ?? [], execution.windows);
  const warnings = [...(execution.warnings ?? []), ...ofDays];
  return {
    ...toExecutionSummary(execution, done, life),
    ...life,
    solver: { ...execution.solver },
    options: { ...execution.options },
    ...(warnings.length > 0 && { warnings }),
    results: results && asReply(results),
    progress: isCompleted ? 100 : Math.floor(100 * shareOf(execution, done)),
    windows_done: partsOf(windows),
    ...(months.length > 0 && {
      months: months.map(({ first, windows, done }) => ({
        start_time: stampAt(execution, first * step_h),
        windows_total: windows,
        windows_done: isCompleted ? windows : done,
      })),
    }),
    ...(hours !== undefined && { real_time: { hours_total: horizon, hours_done: partsOf(hours) } }),
  };
}

function asReply({ warnings, allowance, ...results }: ExecutionResults) {
  const copies = warnings?.map(({ message, days }) => ({ message, days: [...days] }));
  return {
    ...results,
    ...(copies && { warnings: copies }),
    ...(allowance && { allowance: { ...allowance, trials: [...allowance.trials] } }),
  };
}

/** Progress of a run, 0 to 1; in a run with real time, day-ahead and real time count half each. */
function shareOf(
  { windows: total, options }: ExecutionRecord,
  { windows, months = [], hours }: Done,
): number {
  const drafted = months.reduce((sum, month) => sum + month.done, 0);
  const share = Math.min(1, Math.max(partsOf(windows), drafted) / total);
  return hours === undefined ? share : (share + partsOf(hours) / options.horizon) / 2;
}
