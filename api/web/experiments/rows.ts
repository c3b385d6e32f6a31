/** Scenarios of an experiment for its views: figures, states, sorting (pure). */
import type { Reply } from '../../client/client.ts';
import { capitalized } from '../../client/period-names.ts';
import {
  count,
  duration,
  energy,
  hasPenalties,
  money,
  percent,
  plain,
  power,
  price,
} from '../parts/format.ts';

export type Experiment = Reply<'getExperimentsByExperimentId'>;
export type Scenario = Reply<'getExperimentsByExperimentIdScenarios'>['scenarios'][number];
export type Value = number | string;
/** Variable -> value; a variable without an entry has its base value. */
export type Values = Readonly<Record<string, Value>>;
export type Row = Omit<Scenario, 'values'> & { readonly values: Values };

const isValues = (values: unknown): values is Values => typeof values === 'object' && values !== null;

export const valuesIn = (values: unknown): Values => (isValues(values) ? values : {});

export const toRow = (scenario: Scenario): Row => ({ ...scenario, values: valuesIn(scenario.values) });

/** Figures of a solve, each with its format. */
export const FIGURES = [
  { name: 'objective_value', text: 'Objective', format: money },
  { name: 'total_cost_usd', text: 'Operating cost', format: money },
  { name: 'penalty_usd', text: 'Penalties', format: money },
  { name: 'avg_lmp_usd_per_mwh', text: 'Average price', format: price },
  { name: 'max_lmp_usd_per_mwh', text: 'Highest price', format: price },
  { name: 'startups', text: 'Starts', format: count },
  { name: 'peak_load_mw', text: 'Peak load', format: power },
  { name: 'total_generation_mwh', text: 'Generation', format: energy },
  { name: 'solve_time_s', text: 'Solve time', format: duration },
  { name: 'mip_gap', text: 'Gap', format: percent },
] as const;
export type Figure = (typeof FIGURES)[number];

/** Figures that only runs of the model builder have. */
const RUN_FIGURES = [
  { name: 'unserved_mwh', text: 'Not served', format: energy },
  { name: 'unserved_hours', text: 'Hours short', format: count },
  { name: 'unserved_days', text: 'Days short', format: count },
  { name: 'co2_t', text: 'CO2, t', format: count },
] as const;

/** Figures that only solves have. */
const SOLVE_FIGURES: readonly string[] = ['max_lmp_usd_per_mwh', 'mip_gap'];

/** Parts of the objective; shown if any scenario has penalties. */
const COST_FIGURES: readonly string[] = ['total_cost_usd', 'penalty_usd'];

export function figuresOf(rows: readonly Row[]) {
  const isRun = rows.some(({ execution_id }) => execution_id !== undefined);
  const hasParts = rows.some(hasPenalties);
  const hidden = [...(isRun ? SOLVE_FIGURES : []), ...(hasParts ? [] : COST_FIGURES)];
  return [...FIGURES.filter(({ name }) => !hidden.includes(name)), ...(isRun ? RUN_FIGURES : [])];
}

/** Path of the page of a scenario's job or run. */
export const pathOf = ({ job_id, execution_id }: Pick<Row, 'job_id' | 'execution_id'>): string =>
  execution_id === undefined ? `/jobs/${job_id}` : `/runs/${execution_id}`;

export const figureOf = (name: string | undefined): Figure =>
  FIGURES.find((figure) => figure.name === name) ?? FIGURES[0];

/** Names of the variables, in the order in which they appear. */
export const variablesOf = (rows: readonly Row[]): string[] => [
  ...new Set(rows.flatMap(({ values }) => Object.keys(values))),
];

/** Name of a variable for the user: `line_limit` -> `Line limit`. A path of an element is not changed. */
export const variableText = (name: string): string =>
  name.includes('.') ? name : capitalized(name.replaceAll('_', ' '));

export const valueText = (value: Value | undefined): string => {
  if (value === undefined) return 'base case';
  return typeof value === 'number' ? plain(value) : value;
};

/** Status of a scenario in words, with the colour of its badge. */
export interface Standing {
  readonly text: string;
  readonly tone: 'good' | 'warning' | 'bad' | 'info' | 'quiet';
}

const STANDINGS: Readonly<Record<string, Standing>> = {
  queued: { text: 'waiting', tone: 'quiet' },
  running: { text: 'running', tone: 'info' },
  completed: { text: 'solved', tone: 'good' },
  penalties: { text: 'solved with penalties', tone: 'warning' },
  partly: { text: 'solved in part', tone: 'warning' },
  INFEASIBLE: { text: 'infeasible', tone: 'warning' },
  TIMEOUT: { text: 'out of time', tone: 'warning' },
  failed: { text: 'failed', tone: 'bad' },
  cancelled: { text: 'cancelled', tone: 'quiet' },
};
const UNKNOWN: Standing = { text: 'unknown', tone: 'quiet' };

export function standingOf({
  status,
  termination_status,
  objective_value,
  penalty_usd,
  unsolved_windows,
}: Pick<
  Row,
  'status' | 'termination_status' | 'objective_value' | 'penalty_usd' | 'unsolved_windows'
>): Standing {
  const hasNoSchedule = status === 'completed' && objective_value === null;
  if (!hasNoSchedule && (unsolved_windows ?? 0) > 0) return STANDINGS['partly'] ?? UNKNOWN;
  if (hasPenalties({ penalty_usd })) return STANDINGS['penalties'] ?? UNKNOWN;
  return STANDINGS[hasNoSchedule ? (termination_status ?? status) : status] ?? UNKNOWN;
}

/** The first reason why a scenario has no schedule; the page of its job shows all reasons. */
function whyNot({ error, reason }: Pick<Row, 'error' | 'reason'>): string {
  if (error) return error.message;
  const [first = '', ...more] = (reason ?? '').split('; ');
  return more.length > 0 ? `${first} (and ${more.length} more)` : first;
}

/** Reason -> scenarios that have no schedule for this reason. */
export function reasonsOf(rows: readonly Row[]): Map<string, Row[]> {
  const reasons = new Map<string, Row[]>();
  for (const row of rows) {
    const reason = whyNot(row);
    if (reason) reasons.set(reason, [...(reasons.get(reason) ?? []), row]);
  }
  return reasons;
}

/** Number of scenarios by status; the status closest to completion comes first. */
export function countStandings(rows: readonly Row[]): { standing: Standing; count: number }[] {
  const counts = new Map<Standing, number>();
  for (const row of rows) counts.set(standingOf(row), (counts.get(standingOf(row)) ?? 0) + 1);
  return Object.values(STANDINGS)
    .reverse()
    .flatMap((standing) => {
      const total = counts.get(standing);
      return total ? [{ standing, count: total }] : [];
    });
}

/**
 * Rows, sorted by `sortKey`, a figure or variable; with a leading `-` in descending order. Missing values come last.
 */
export function sortRows(rows: readonly Row[], sortKey: string | undefined): Row[] {
  if (sortKey === undefined) return [...rows];
  const descending = sortKey.startsWith('-');
  const by = descending ? sortKey.slice(1) : sortKey;
  const figure = [...FIGURES, ...RUN_FIGURES].find(({ name }) => name === by);
  const keyOf = (row: Row): Value | null => (figure ? row[figure.name] : row.values[by]) ?? null;
  const sign = descending ? -1 : 1;
  return [...rows].sort((a, b) => compare(keyOf(a), keyOf(b), sign) || a.scenario_index - b.scenario_index);
}

function compare(a: Value | null, b: Value | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  return sign * String(a).localeCompare(String(b));
}
