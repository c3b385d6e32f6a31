/** Records the end of an execution and its results, also in the row of its scenario in an experiment. */
import { executionOutcome, readEndedWindows } from '../../mongo/execution-outcome.ts';
import { type ExecutionRecord, toExecutionInput } from '../../mongo/executions.ts';
import type { ScenarioOutcome } from '../../mongo/scenario-runs.ts';
import { rounded } from '../../temporal/case/arithmetic/rounded.ts';
import type {
  AllowanceResults,
  ExecutionEnd,
  ExecutionResults,
  ExecutionTotals,
  FinishedExecution,
} from '../../temporal/case/messages/execution.ts';
import type { JobError } from '../../temporal/case/messages/job.ts';
import type { WindowPart } from '../../temporal/case/messages/window-part.ts';
import { exactSum } from '../../temporal/case/report/exact-sum.ts';
import { ENDED_FROM_OUTSIDE } from '../../temporal/run-status.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { endWithoutAnswer, finishParts, finishRun } from '../runs/lifecycle.ts';
import type { Swept } from '../runs/sweep.ts';
import { scenarioOutcome } from '../solve/finish-job.ts';
import { readExecution } from './begin-execution.ts';
import { executionResults } from './execution-results.ts';

export interface FinishExecutionInput {
  readonly executionId: string;
  /**
   * The failure or cancellation of the run. Null if all windows are solved, or if the run ended at a window without a
   * schedule.
   */
  readonly end: Exclude<ExecutionEnd, { status: 'completed' }> | null;
}

const LOST: JobError = { code: 'INTERNAL', message: 'The execution ended before its solve', retryable: true };

export async function finishExecution(
  deps: RecordActivityDeps,
  { executionId, end }: FinishExecutionInput,
): Promise<FinishedExecution> {
  await finishParts(deps, executionId, end ?? { status: 'failed', error: LOST });
  const requestedEnd = end ?? (await completed(deps, executionId));
  const outcome = await outcomeOfRun(deps, executionId, requestedEnd);
  const finished = await finishRun<ExecutionRecord, ExecutionEnd>(deps, {
    noun: 'execution',
    id: executionId,
    records: deps.executions,
    asked: requestedEnd,
    finish: (at, expiresAt, tx) => deps.executions.finish(executionId, requestedEnd, at, expiresAt, tx),
    earlier: (execution) =>
      execution.status === 'completed' && execution.results
        ? { status: 'completed', results: execution.results }
        : endWithoutAnswer(execution, LOST),
    entry: (execution, end) => entry(execution, end, outcome),
  });
  const { parent, user_id } = finished.run;
  await deps.windows.expire(executionId, user_id, finished.expiresAt);
  if (parent?.type === 'experiment')
    await deps.scenarioRuns.finish(parent.id, parent.index, runOutcome(finished.end, finished.finishedAt));
  return { end: finished.end, finishedAt: finished.finishedAt.toISOString() };
}

/** Outcome of an execution with its number of windows and other figures, for the audit log and webhooks. */
async function outcomeOfRun(
  { executions, windows }: RecordActivityDeps,
  id: string,
  end: ExecutionEnd,
): Promise<object> {
  const record = await executions.find(id);
  if (!record) return {};
  const ended = (await readEndedWindows(windows, [record]))(record);
  const error = end.status === 'completed' ? null : end.error;
  return executionOutcome(record, ended, { status: end.status, error });
}

async function completed(deps: RecordActivityDeps, executionId: string): Promise<ExecutionEnd> {
  const { model, record } = await readExecution(deps, executionId);
  const results = await executionResults(deps.windows.all(executionId), {
    rolling: model.rolling,
    goesOn: record.options.go_on === true,
  });
  const figures = results.totals && (await partFigures(deps.windows.parts(executionId)));
  const allowance = allowanceResults(record, figures?.co2_t ?? null);
  return { status: 'completed', results: { ...results, ...figures, ...(allowance && { allowance }) } };
}

/** The price that was found for the cap of a run; undefined without one. `co2_t`: CO2 of the run. */
function allowanceResults(
  { options: { emission_cap_t }, allowance }: ExecutionRecord,
  co2_t: number | null,
): AllowanceResults | undefined {
  if (emission_cap_t === undefined || allowance?.price === undefined) return undefined;
  return {
    emission_cap_t,
    price_usd_per_t: allowance.price,
    gap_t: co2_t === null ? null : rounded(emission_cap_t - co2_t),
    trials: allowance.trials.map(({ chain: _, ...trial }) => trial),
  };
}

/** The audit entry for the end of an execution; null if it was cancelled, or belongs to an experiment or a study. */
const entry = (
  { _id, pcm_model_id, network_id, parent }: ExecutionRecord,
  end: ExecutionEnd,
  outcome: object,
) =>
  parent
    ? null
    : ({
        event: end.status === 'completed' ? 'execution_completed' : 'execution_failed',
        once: `${end.status}/${_id}`,
        details: {
          execution_id: _id,
          pcm_model_id,
          ...(end.status === 'completed'
            ? { termination_status: end.results.termination_status }
            : { code: end.error.code }),
          ...outcome,
        },
        told: { network_id, ...toldOf(end) },
      } as const);

const toldOf = (end: ExecutionEnd): object =>
  end.status === 'completed'
    ? {
        objective_value: end.results.objective_value,
        total_cost_usd: end.results.total_cost_usd,
        causes: end.results.message === null ? [] : [end.results.message],
      }
    : { objective_value: null, total_cost_usd: null, causes: [end.error.message] };

export const sweptExecutions = (deps: RecordActivityDeps): Swept<ExecutionRecord> => ({
  records: deps.executions,
  start: (execution) => deps.executionWorkflows.start(toExecutionInput(execution)),
  state: ({ _id }) => deps.executionWorkflows.state(_id),
  close: ({ _id }) =>
    finishExecution(deps, { executionId: _id, end: { status: 'failed', error: ENDED_FROM_OUTSIDE } }),
  isPart: ({ parent }) => parent !== undefined,
});

type PartFigures = Required<Pick<ExecutionResults, 'unserved_hours' | 'unserved_days' | 'co2_t'>>;

const DAY_H = 24;

/**
 * Unserved hours and days, and emissions, of all windows with a schedule. `parts`: the parts of those windows. A day
 * that lies in two windows counts once.
 */
export async function partFigures(
  parts: AsyncIterable<{ readonly part: Pick<WindowPart, 'days'> }>,
): Promise<PartFigures> {
  const days = new Set<string>();
  const co2: number[] = [];
  let unserved_hours = 0;
  for await (const { part } of parts) {
    for (const { date, first_hour, system, units } of part.days) {
      unserved_hours += system.unserved_hours;
      if (system.unserved_hours > 0) days.add(date ?? String(Math.floor(first_hour / DAY_H)));
      co2.push(...Object.values(units).flatMap(({ co2_t }) => co2_t ?? []));
    }
  }
  return {
    unserved_hours,
    unserved_days: days.size,
    co2_t: co2.length > 0 ? rounded(exactSum(co2)) : null,
  };
}

/** Outcome of a run for the row of its scenario. */
export function runOutcome(end: ExecutionEnd, finishedAt: Date): ScenarioOutcome {
  if (end.status !== 'completed') return scenarioOutcome(end, finishedAt);
  const { results } = end;
  return {
    status: 'completed',
    termination_status: results.termination_status,
    objective_value: results.objective_value,
    mip_gap: null,
    figures: null,
    ...(results.totals && figuresOf(results, results.totals)),
    ...(results.message !== null && { reason: results.message }),
    error: null,
    finished_at: finishedAt,
  };
}

const total = (values: Readonly<Record<string, number>>): number => rounded(exactSum(Object.values(values)));

const figuresOf = (results: ExecutionResults, totals: ExecutionTotals) => ({
  figures: {
    solveTimeS: results.solve_time_s,
    totalCostUsd: results.total_cost_usd,
    averageLmp: totals.average_lmp_usd_per_mwh,
    // The highest price is unknown, because windows keep only the average price over all buses for each hour.
    maxLmp: null,
    peakLoadMw: totals.peak_load_mw,
    generationMwh: total(totals.generation_mwh),
    startups: total(totals.starts),
  },
  run_figures: {
    penaltyUsd: totals.penalty_usd,
    unservedMwh: totals.unserved_mwh,
    unservedHours: results.unserved_hours ?? 0,
    unservedDays: results.unserved_days ?? 0,
    co2T: results.co2_t ?? null,
    unsolvedWindows: results.unsolved_windows ?? 0,
  },
});
