/** The scenarios of an experiment as a table, written as CSV or JSON row by row: never all in memory. */

import { Readable } from 'node:stream';
import type { ExperimentRecord } from '../../mongo/experiments.ts';
import { toCsv } from '../http/csv.ts';
import type { ScenarioView } from './scenario-view.ts';

type Cell = string | number | null;

interface ResultTable {
  readonly columns: readonly string[];
  /** One cell per column; null = no value. */
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
/** Columns that came later; they come behind all others. */
const SOLVE_FIGURES = ['penalty_usd'] as const;
/** Columns that only runs of the model builder have but for the first. */
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

/** One column per variable, between what a scenario is and what its solve found. */
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

/** `mip_gap` is a variable as well as a figure: readers by name must be able to tell the two apart. */
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
    const named = Object.fromEntries(columns.map((column, position) => [column, values[position]]));
    const { solved_as, job_id } = scenario;
    yield separator + JSON.stringify({ ...named, solved_as, job_id });
    separator = ',';
  }
  yield ']}';
}
