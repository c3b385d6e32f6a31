/** The scenarios of an experiment as its views use them (pure). */
import type { Reply } from '../../client/client.ts';
import { count, duration, energy, hasPenalties, money, plain, power, price } from '../parts/format.ts';
import { capitalized } from '../parts/interval.ts';

export type Experiment = Reply<'getExperimentsByExperimentId'>;
export type Scenario = Reply<'getExperimentsByExperimentIdScenarios'>['scenarios'][number];
export type Value = number | string;
/** Variable -> value; one that is left out is as in the base. */
export type Values = Readonly<Record<string, Value>>;
export type Row = Omit<Scenario, 'values'> & { readonly values: Values };

const isValues = (values: unknown): values is Values => typeof values === 'object' && values !== null;

export const valuesIn = (values: unknown): Values => (isValues(values) ? values : {});

export const toRow = (scenario: Scenario): Row => ({ ...scenario, values: valuesIn(scenario.values) });

/** A gap is told in hundredths of a percent, also where it is nothing but rounding. */
const gap = (share: number | null | undefined): string =>
  typeof share === 'number' ? `${(100 * share).toFixed(2)} %` : '–';

/** What solves found, with the unit that each is shown in. */
export const FIGURES = [
  { name: 'objective_value', text: 'Objective', format: money },
  { name: 'total_cost_usd', text: 'Cost of operation', format: money },
  { name: 'penalty_usd', text: 'Penalties', format: money },
  { name: 'avg_lmp_usd_per_mwh', text: 'Average price', format: price },
  { name: 'max_lmp_usd_per_mwh', text: 'Highest price', format: price },
  { name: 'startups', text: 'Starts', format: count },
  { name: 'peak_load_mw', text: 'Peak load', format: power },
  { name: 'total_generation_mwh', text: 'Generation', format: energy },
  { name: 'solve_time_s', text: 'Solve time', format: duration },
  { name: 'mip_gap', text: 'Gap', format: gap },
] as const;
export type Figure = (typeof FIGURES)[number];

/** What only runs of the model builder tell. */
const RUN_FIGURES = [
  { name: 'unserved_mwh', text: 'Not served', format: energy },
  { name: 'unserved_hours', text: 'Hours short', format: count },
  { name: 'unserved_days', text: 'Days short', format: count },
  { name: 'co2_t', text: 'CO2, t', format: count },
] as const;

/** What only a solve tells. */
const SOLVE_FIGURES: readonly string[] = ['max_lmp_usd_per_mwh', 'mip_gap'];

/** What the objective is made of, shown where some have penalties. */
const COST_FIGURES: readonly string[] = ['total_cost_usd', 'penalty_usd'];

export function figuresOf(rows: readonly Row[]) {
  const isRun = rows.some(({ execution_id }) => execution_id !== undefined);
  const hasParts = rows.some(hasPenalties);
  const hidden = [...(isRun ? SOLVE_FIGURES : []), ...(hasParts ? [] : COST_FIGURES)];
  return [...FIGURES.filter(({ name }) => !hidden.includes(name)), ...(isRun ? RUN_FIGURES : [])];
}

/** The page of its solve, or of its run. */
export const pathOf = ({ job_id, execution_id }: Pick<Row, 'job_id' | 'execution_id'>): string =>
  execution_id === undefined ? `/jobs/${job_id}` : `/runs/${execution_id}`;

export const figureOf = (name: string | undefined): Figure =>
  FIGURES.find((figure) => figure.name === name) ?? FIGURES[0];

/** Names of the variables, in the order in which the scenarios speak of them. */
export const variablesOf = (rows: readonly Row[]): string[] => [
  ...new Set(rows.flatMap(({ values }) => Object.keys(values))),
];

/** `line_limit` -> `Line limit`; the path of an element stays as it is written. */
export const variableText = (name: string): string =>
  name.includes('.') ? name : capitalized(name.replaceAll('_', ' '));

export const valueText = (value: Value | undefined): string => {
  if (value === undefined) return 'base case';
  return typeof value === 'number' ? plain(value) : value;
};

/** How a scenario stands. */
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

/** Why there is no schedule, in the first of its reasons: the job has them all. */
function whyNot({ error, reason }: Pick<Row, 'error' | 'reason'>): string {
  if (error) return error.message;
  const [first = '', ...more] = (reason ?? '').split('; ');
  return more.length > 0 ? `${first} (and ${more.length} more)` : first;
}

/** Reason -> the scenarios that have no schedule for it. */
export function reasonsOf(rows: readonly Row[]): Map<string, Row[]> {
  const reasons = new Map<string, Row[]>();
  for (const row of rows) {
    const reason = whyNot(row);
    if (reason) reasons.set(reason, [...(reasons.get(reason) ?? []), row]);
  }
  return reasons;
}

/** How many scenarios stand how, the most advanced first. */
export function countStandings(rows: readonly Row[]): { standing: Standing; count: number }[] {
  const counts = new Map<Standing, number>();
  for (const row of rows) counts.set(standingOf(row), (counts.get(standingOf(row)) ?? 0) + 1);
  return Object.values(STANDINGS)
    .reverse()
    .flatMap((standing) => {
      const found = counts.get(standing);
      return found ? [{ standing, count: found }] : [];
    });
}

/** `asked`: a figure or a variable, the largest last, with `-` first; what has no value comes at the end either way. */
export function sortRows(rows: readonly Row[], asked: string | undefined): Row[] {
  if (asked === undefined) return [...rows];
  const descending = asked.startsWith('-');
  const by = descending ? asked.slice(1) : asked;
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
