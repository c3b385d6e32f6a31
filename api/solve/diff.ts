/** Differences between two schedules: the second minus the first (pure). */
import { periodsName } from '../../temporal/case/arithmetic/interval-words.ts';
import type { Series, SolveResult } from '../../temporal/case/messages/result.ts';

type Comparable = Pick<
  SolveResult,
  | 'commitment'
  | 'dispatch_mw'
  | 'lmp'
  | 'objective_value'
  | 'total_cost_usd'
  | 'cost_breakdown'
  | 'interval_minutes'
>;

interface Flip {
  readonly generator: string;
  readonly hour: number;
  readonly from: number;
  readonly to: number;
}

interface Elements {
  readonly generators: string[];
  readonly buses: string[];
}

/**
 * Operating cost (`total`) with its parts, penalties, value of stored energy and of accepted demand, and the objective, which is the sum of
 * these.
 */
const COST_PARTS = [
  'total',
  'energy',
  'no_load',
  'startup',
  'shutdown',
  'penalties',
  'stored_value',
  'bid_value',
  'objective',
] as const;
type Costs = Record<(typeof COST_PARTS)[number], number | null>;

export interface ResultDiff {
  /** Interval length of both results, min; absent for intervals of an hour. */
  readonly interval_minutes?: Comparable['interval_minutes'];
  /** Differences of the costs, $; null if either schedule lacks the figure. */
  readonly cost: Costs;
  /** Costs of each of the two schedules, $. */
  readonly costs: { readonly first: Costs; readonly second: Costs };
  /** Generators and hours in which the commitment differs. */
  readonly commitment: Flip[];
  /** Generator -> difference, MW, shape [common hours]. */
  readonly dispatch_mw: Series;
  /** bus_<n> -> difference, $/MWh, shape [common hours]. */
  readonly lmp: Series;
  readonly only_in_first: Elements;
  readonly only_in_second: Elements;
  readonly notes: string[];
}

const PRECISION = 1e6;

export function diffResults(first: Comparable, second: Comparable): ResultDiff {
  const isAlike = first.interval_minutes === second.interval_minutes;
  const costs = { first: costsOf(first), second: costsOf(second) };
  return {
    ...(isAlike && first.interval_minutes !== undefined && { interval_minutes: first.interval_minutes }),
    cost: costDifferences(costs.first, costs.second),
    costs,
    commitment: isAlike ? flips(first.commitment, second.commitment) : [],
    dispatch_mw: isAlike ? differences(first.dispatch_mw, second.dispatch_mw) : {},
    lmp: isAlike ? differences(first.lmp, second.lmp) : {},
    only_in_first: surplus(first, second),
    only_in_second: surplus(second, first),
    notes: isAlike ? notes(first, second) : [otherIntervals(first, second)],
  };
}

/** Difference, rounded. Adds 0, so that JSON and tables contain no -0. */
const difference = (from: number, to: number): number => Math.round((to - from) * PRECISION) / PRECISION + 0;

function costsOf({ total_cost_usd, objective_value, cost_breakdown: parts }: Comparable): Costs {
  // Value of an omitted cost part: a result that omits stops or stored value has zero of them.
  const none = parts ? 0 : null;
  return {
    total: total_cost_usd,
    energy: parts?.energy_usd ?? null,
    no_load: parts?.no_load_usd ?? null,
    startup: parts?.startup_usd ?? null,
    shutdown: parts?.shutdown_usd ?? none,
    penalties: parts?.penalty_usd ?? null,
    stored_value: parts?.stored_value_usd ?? none,
    bid_value: parts?.bid_value_usd ?? none,
    objective: objective_value,
  };
}

const costDifferences = (first: Costs, second: Costs): Costs => {
  const of = (part: keyof Costs): number | null => {
    const [from, to] = [first[part], second[part]];
    return from === null || to === null ? null : difference(from, to);
  };
  return Object.fromEntries(COST_PARTS.map((part) => [part, of(part)])) as Costs;
};

/** Elements that both schedules have, in the order of the first, with their values in the common hours. */
function* common(first: Series, second: Series): Generator<[name: string, pairs: [number, number][]]> {
  const others = new Map(Object.entries(second));
  for (const [name, from] of Object.entries(first)) {
    const to = others.get(name);
    if (to) yield [name, pair(from, to)];
  }
}

const pair = (from: readonly number[], to: readonly number[]): [number, number][] =>
  from.flatMap((value, hour): [number, number][] => {
    const other = to[hour];
    return other === undefined ? [] : [[value, other]];
  });

const differences = (first: Series, second: Series): Series =>
  Object.fromEntries(
    [...common(first, second)].map(([name, pairs]) => [
      name,
      pairs.map(([from, to]) => difference(from, to)),
    ]),
  );

const flips = (first: Series, second: Series): Flip[] =>
  [...common(first, second)].flatMap(([generator, pairs]) =>
    pairs.flatMap(([from, to], hour) => (from === to ? [] : [{ generator, hour, from, to }])),
  );

const surplus = (of: Comparable, against: Comparable): Elements => {
  const others = new Set(namesOf(against.commitment, against.dispatch_mw));
  return {
    generators: namesOf(of.commitment, of.dispatch_mw).filter((name) => !others.has(name)),
    buses: namesOf(of.lmp).filter((name) => !Object.hasOwn(against.lmp, name)),
  };
};

const namesOf = (...series: readonly Series[]): string[] => [
  ...new Set(series.flatMap((byName) => Object.keys(byName))),
];

const horizon = ({ dispatch_mw, lmp }: Comparable): number =>
  Math.max(0, ...[...Object.values(dispatch_mw), ...Object.values(lmp)].map(({ length }) => length));

function notes(first: Comparable, second: Comparable): string[] {
  const [one, other] = [horizon(first), horizon(second)];
  if (one === other) return [];
  const { interval_minutes: minutes } = first;
  const [unit, all] = minutes === undefined ? ['h', 'hours'] : [periodsName(minutes), 'intervals'];
  return [
    `The horizons differ (${one} ${unit} and ${other} ${unit}): the first ${Math.min(one, other)} ${all} are compared, costs cover the whole horizons`,
  ];
}

const otherIntervals = (
  { interval_minutes: one = 60 }: Comparable,
  { interval_minutes: other = 60 }: Comparable,
) => `The intervals differ (${one} min and ${other} min): only costs are compared`;
