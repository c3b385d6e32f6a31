/** Scenarios of an experiment as clients see them, and as a table: CSV or JSON, streamed row by row. */
import { Readable } from 'node:stream';
import { type InferType, mixed, number, object, string } from 'yup';
import type { ExperimentRecord } from '../../mongo/experiments.ts';
import type { ScenarioRunRecord, ScenarioValues } from '../../mongo/scenario-runs.ts';
import type { Unit } from '../../temporal/case/elements/units.ts';
import { JOB_STATUSES, jobErrorSchema } from '../../temporal/case/messages/job.ts';
import { TERMINATION_STATUSES } from '../../temporal/case/messages/result.ts';
import { toCsv } from '../http/csv.ts';
import type { Principal } from '../http/principal.ts';

type Cell = string | number | null;

interface ResultTable {
  readonly columns: readonly string[];
  /** One cell per column; null for a missing value. */
  cells(scenario: ScenarioView): readonly Cell[];
}

const SCENARIO = ['scenario_index', 'scenario_id', 'status', 'termination_status'] as const;
const FIGURES = [
  'objective_value',
  'total_cost_usd',
  'solve_time_s',
  'mip_gap',
  'avg_lmp_usd_per_mwh',
  'max_lmp_usd_per_mwh',
  'peak_load_mw',
  'total_generation_mwh',
  'startups',
] as const;
/** Columns that were added later. They come last, so that the positions of older columns do not change. */
const SOLVE_FIGURES = ['penalty_usd'] as const;
/** Additional columns of runs of the model builder; the first of them also applies to solves. */
const RUN_FIGURES = [
  ...SOLVE_FIGURES,
  'unserved_mwh',
  'unserved_hours',
  'unserved_days',
  'co2_t',
  'unsolved_windows',
  'execution_id',
] as const;
const ERROR = 'error';
const FIXED: ReadonlySet<string> = new Set([
  ...SCENARIO,
  ...FIGURES,
  ...RUN_FIGURES,
  ERROR,
  'solved_as',
  'job_id',
]);

/** Table of scenarios. One column per variable stands between the columns of the scenario and those of its solve. */
export function resultTable({
  scenario_matrix: { variables },
  execution,
}: Pick<ExperimentRecord, 'scenario_matrix' | 'execution'>): ResultTable {
  const last = execution ? RUN_FIGURES : SOLVE_FIGURES;
  const names = variables.map(({ name }) => name);
  return {
    columns: [...SCENARIO, ...names.map(columnOf), ...FIGURES, ERROR, ...last],
    cells: (scenario) => [
      ...SCENARIO.map((column) => scenario[column]),
      ...names.map((name) => scenario.values[name] ?? null),
      ...FIGURES.map((column) => scenario[column]),
      scenario.error?.message ?? scenario.reason,
      ...last.map((column) => scenario[column] ?? null),
    ],
  };
}

/** Name of the column of a variable. A variable with the name of a figure, such as `mip_gap`, gets a prefix. */
const columnOf = (name: string): string => (FIXED.has(name) ? `values.${name}` : name);

export const resultCsv = (
  { columns, cells }: ResultTable,
  scenarios: AsyncIterable<ScenarioView>,
): Readable => toCsv(columns, rows(scenarios, cells));

async function* rows(
  scenarios: AsyncIterable<ScenarioView>,
  cells: ResultTable['cells'],
): AsyncGenerator<ReturnType<ResultTable['cells']>> {
  for await (const scenario of scenarios) yield cells(scenario);
}

export const resultJson = (
  experimentId: string,
  table: ResultTable,
  scenarios: AsyncIterable<ScenarioView>,
): Readable => Readable.from(pieces(experimentId, table, scenarios));

async function* pieces(
  experimentId: string,
  { columns, cells }: ResultTable,
  scenarios: AsyncIterable<ScenarioView>,
): AsyncGenerator<string> {
  yield `{"experiment_id":${JSON.stringify(experimentId)},"columns":${JSON.stringify(columns)},"rows":[`;
  let separator = '';
  for await (const scenario of scenarios) {
    const values = cells(scenario);
    const row = Object.fromEntries(columns.map((column, position) => [column, values[position]]));
    const { solved_as, job_id } = scenario;
    yield separator + JSON.stringify({ ...row, solved_as, job_id });
    separator = ',';
  }
  yield ']}';
}

/** Schema of a figure that is null for a scenario without a schedule. */
const figure = (description: string, unit?: Unit) =>
  number()
    .nullable()
    .defined()
    .meta({ description, ...(unit && { unit }) });

/** Schema of a figure that only runs have; absent for a solve. */
const runFigure = (description: string, unit?: Unit) => figure(description, unit).optional();
const runFigures = () => ({
  unserved_mwh: runFigure('Energy not supplied', 'MWh'),
  unserved_hours: runFigure('Hours with more than 1 kW of load not served', 'h'),
  unserved_days: runFigure('Days with at least one such hour'),
  co2_t: runFigure('CO2 of all units', 't'),
  unsolved_windows: runFigure('Windows without a schedule; they do not count'),
});

const isValues = (value: unknown): value is ScenarioValues => typeof value === 'object' && value !== null;

export const scenarioViewSchema = object({
  scenario_index: number().integer().min(0).required(),
  scenario_id: string().required(),
  job_id: string().uuid().required().meta({ description: 'Id of the solve or run' }),
  execution_id: string()
    .uuid()
    .optional()
    .meta({ description: 'Run of the model builder; absent for a solve' }),
  status: string().oneOf(JOB_STATUSES).required(),
  termination_status: string().oneOf(TERMINATION_STATUSES).nullable().defined(),
  values: mixed<ScenarioValues>(isValues)
    .required()
    .meta({ description: 'Variable -> value; omitted variables are as in the base' }),
  solved_as: number()
    .integer()
    .nullable()
    .defined()
    .meta({ description: 'Index of the identical scenario whose solve also applies to this one' }),
  warm_started_from: number()
    .integer()
    .nullable()
    .defined()
    .meta({ description: 'Index of the scenario whose schedule was the warm start' }),
  objective_value: figure('Cost of operation and penalties, less the value of stored energy', '$'),
  total_cost_usd: figure('Cost of operation, without penalties', '$'),
  penalty_usd: figure(
    'Penalties of soft limits, part of the objective; absent from older solves',
    '$',
  ).optional(),
  solve_time_s: figure('Time of the solve', 's'),
  mip_gap: figure('Relative gap reached'),
  avg_lmp_usd_per_mwh: figure('Load-weighted average over buses and hours', '$/MWh'),
  max_lmp_usd_per_mwh: figure('Highest price of any bus and hour', '$/MWh'),
  peak_load_mw: figure('Highest total load of any hour', 'MW'),
  total_generation_mwh: figure('Energy of all hours', 'MWh'),
  startups: figure('Starts of all units'),
  ...runFigures(),
  reason: string().nullable().defined().meta({ description: 'Reason why a finished solve has no schedule' }),
  error: jobErrorSchema.nullable().default(undefined).defined(),
  finished_at: string().datetime({ precision: 3 }).nullable().defined(),
});
export type ScenarioView = InferType<typeof scenarioViewSchema>;

export const toScenarioView = (run: ScenarioRunRecord): ScenarioView => ({
  scenario_index: run.index,
  scenario_id: run.scenario_id,
  job_id: run.job_id,
  ...(run.study && { execution_id: run.job_id, ...toRunFigures(run) }),
  status: run.status,
  termination_status: run.termination_status,
  values: run.values,
  solved_as: run.solved_as,
  warm_started_from: run.warm_started_from ?? null,
  objective_value: run.objective_value,
  mip_gap: run.mip_gap,
  ...toFigures(run),
  reason: run.reason ?? null,
  error: run.error,
  finished_at: run.finished_at?.toISOString() ?? null,
});

const toFigures = ({ figures }: ScenarioRunRecord) => ({
  total_cost_usd: figures?.totalCostUsd ?? null,
  ...(figures?.penaltyUsd !== undefined && { penalty_usd: figures.penaltyUsd }),
  solve_time_s: figures?.solveTimeS ?? null,
  avg_lmp_usd_per_mwh: figures?.averageLmp ?? null,
  max_lmp_usd_per_mwh: figures?.maxLmp ?? null,
  peak_load_mw: figures?.peakLoadMw ?? null,
  total_generation_mwh: figures?.generationMwh ?? null,
  startups: figures?.startups ?? null,
});

const toRunFigures = ({ run_figures: figures }: ScenarioRunRecord) => ({
  penalty_usd: figures?.penaltyUsd ?? null,
  unserved_mwh: figures?.unservedMwh ?? null,
  unserved_hours: figures?.unservedHours ?? null,
  unserved_days: figures?.unservedDays ?? null,
  co2_t: figures?.co2T ?? null,
  unsolved_windows: figures?.unsolvedWindows ?? null,
});

/**
 * Creates views for a caller. A guest gets the index instead of the id, because the id begins with the id of the base
 * scenario.
 */
export const scenarioViewFor =
  ({ shared }: Pick<Principal, 'shared'>) =>
  (run: ScenarioRunRecord): ScenarioView => {
    const view = toScenarioView(run);
    return shared ? { ...view, scenario_id: `#${view.scenario_index}` } : view;
  };

export async function* scenarioViews(
  runs: AsyncIterable<ScenarioRunRecord>,
  user: Pick<Principal, 'shared'>,
): AsyncGenerator<ScenarioView> {
  const viewOf = scenarioViewFor(user);
  for await (const run of runs) yield viewOf(run);
}
