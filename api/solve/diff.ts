/** What differs between two schedules: the other one minus the first (pure). */
import { periodsName } from '../../temporal/case/arithmetic/interval-words.ts';
import type { Series, SolveResult } from '../../temporal/case/messages/result.ts';

type Comparable = Pick<
  SolveResult,
  'commitment' | 'dispatch_mw' | 'lmp' | 'total_cost_usd' | 'cost_breakdown' | 'interval_minutes'
>;

interface Flip {
  readonly generator: string;
  readonly hour: number;
  readonly from: number;
  readonly to: number;
}

/** Names of elements that one side alone has. */
interface Elements {
  readonly generators: string[];
  readonly buses: string[];
}

export interface ResultDiff {
  /** Length of the intervals of both results; absent where they are hours. */
  readonly interval_minutes?: Comparable['interval_minutes'];
  /** Differences, $; null where a side does not say. */
  readonly cost: Record<'total' | 'energy' | 'no_load' | 'startup', number | null>;
  /** Generator-hours whose commitment changed. */
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
  return {
    ...(isAlike && first.interval_minutes !== undefined && { interval_minutes: first.interval_minutes }),
    cost: costs(first, second),
    commitment: isAlike ? flips(first.commitment, second.commitment) : [],
    dispatch_mw: isAlike ? differences(first.dispatch_mw, second.dispatch_mw) : {},
    lmp: isAlike ? differences(first.lmp, second.lmp) : {},
    only_in_first: surplus(first, second),
    only_in_second: surplus(second, first),
    notes: isAlike ? notes(first, second) : [otherIntervals(first, second)],
  };
}

/** -0 would be another number to a reader. */
const difference = (from: number, to: number): number => Math.round((to - from) * PRECISION) / PRECISION + 0;

const costs = (first: Comparable, second: Comparable): ResultDiff['cost'] => ({
  total: costDifference(first.total_cost_usd, second.total_cost_usd),
  energy: costDifference(first.cost_breakdown?.energy_usd, second.cost_breakdown?.energy_usd),
  no_load: costDifference(first.cost_breakdown?.no_load_usd, second.cost_breakdown?.no_load_usd),
  startup: costDifference(first.cost_breakdown?.startup_usd, second.cost_breakdown?.startup_usd),
});

const costDifference = (from: number | null | undefined, to: number | null | undefined): number | null =>
  typeof from === 'number' && typeof to === 'number' ? difference(from, to) : null;

/** Elements of both sides with their values of the common hours, in the order of the first. */
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
    `The horizons differ (${one} ${unit} and ${other} ${unit}): the first ${Math.min(one, other)} ${all} are compared, costs are of the whole horizons`,
  ];
}

const otherIntervals = (
  { interval_minutes: one = 60 }: Comparable,
  { interval_minutes: other = 60 }: Comparable,
) => `The intervals differ (${one} min and ${other} min): only costs are compared`;
