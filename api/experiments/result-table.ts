/** The scenarios of an experiment as a table: one row each, one column per variable (pure). */
import type { Variable } from '../../temporal/messages/matrix.ts';
import type { ScenarioView } from './scenario-view.ts';

type Cell = string | number | null;

export interface ResultTable {
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
const ERROR = 'error';
const FIXED: ReadonlySet<string> = new Set([...SCENARIO, ...FIGURES, ERROR, 'solved_as', 'job_id']);

export function resultTable(variables: readonly Pick<Variable, 'name'>[]): ResultTable {
  const names = variables.map(({ name }) => name);
  return {
    columns: [...SCENARIO, ...names.map(columnOf), ...FIGURES, ERROR],
    cells: (scenario) => [
      ...SCENARIO.map((column) => scenario[column]),
      ...names.map((name) => scenario.values[name] ?? null),
      ...FIGURES.map((column) => scenario[column]),
      scenario.error?.message ?? scenario.reason,
    ],
  };
}

/** `mip_gap` is a variable as well as a figure: readers by name must be able to tell the two apart. */
const columnOf = (name: string): string => (FIXED.has(name) ? `values.${name}` : name);
