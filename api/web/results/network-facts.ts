/** Network of a result in one hour, and its binding limits over all hours (pure). */
import { groupBy } from '../../../temporal/case/arithmetic/group-by.ts';
import { aroundZero, type ColorScale } from '../charts/color-scale.ts';
import { type BusPlaces, caseNetwork, largestPower, type Rated, ratingAt } from '../network/case-network.ts';
import type { Mark } from '../network/scene.ts';
import {
  extremes,
  largest,
  type Matrix,
  matrixOf,
  NONE,
  quantile,
  rowNamed,
  rowsOf,
  stacked,
  sum,
} from './matrix.ts';
import type { Binding, Case, Result } from './pack.ts';
import { dearestHour } from './price-scale.ts';

export const FIELDS = [
  'lmp',
  'flows_mw',
  'dc_flow_mw',
  'overflow_mw',
  'dispatch_mw',
  'renewable_mw',
  'binding_constraints',
] as const;
export const GIVEN = [
  'generators',
  'loads',
  'transmission_lines',
  'dc_lines',
  'contingencies',
  'renewables',
  'storage',
] as const;

export type GivenNetwork = Pick<Case, (typeof GIVEN)[number]>;
type GivenResult = Pick<Result, (typeof FIELDS)[number]>;

export type Drawable = ReturnType<typeof drawableOf>;

/**
 * Data for drawing the network of a result. `first`: hour shown first, which is the hour with the highest mean price;
 * if prices do not vary, the hour with the highest loading of a line.
 */
export function drawableOf(given: GivenNetwork, result: GivenResult, places: BusPlaces) {
  const { lmp, flows_mw = NONE, dc_flow_mw = NONE } = result;
  const network = caseNetwork(given, given.loads.names, places);
  const flows = dc_flow_mw.names.length > 0 ? stacked(flows_mw, dc_flow_mw) : flows_mw;
  const { transmission_lines = [], dc_lines = [] } = given;
  const direct = dc_lines.map((line) => ({ id: line.id, rating_mw: largestPower(line) }));
  const loading = loadings(flows, [...transmission_lines, ...direct]);
  const beside = besideMedian(lmp);
  return {
    ...{ given, result, network, beside, flows, loading },
    scale: medianScale(lmp, beside),
    first: dearestHour(lmp) ?? largest(loading)?.hour ?? 0,
  };
}

/**
 * Flow as a share of the rating, by line and hour; NaN in hours without a rating. Lines that have no rating in any hour
 * are omitted.
 */
export const loadings = (flows: Matrix, lines: readonly (Rated & { readonly id: string })[]): Matrix =>
  matrixOf(
    lines.flatMap((line) => {
      const shares = rowNamed(flows, line.id).map(
        (mw, hour) => Math.abs(mw) / (ratingAt(line, hour) ?? Number.NaN),
      );
      return shares.every(Number.isNaN) ? [] : [[line.id, shares] as const];
    }),
  );

/** The matrix with its rows sorted by their largest values, largest first. */
export function fullestFirst(matrix: Matrix): Matrix {
  const rows = rowsOf(matrix).map((row) => ({
    row,
    most: row[1].reduce((most, value) => Math.max(most, value || 0), 0),
  }));
  return matrixOf(rows.sort((a, b) => b.most - a.most).map(({ row }) => row));
}

/** Values of one hour in the order of `names`; NaN if missing. */
export const atHour = (matrix: Matrix, names: readonly string[], hour: number): Float64Array =>
  Float64Array.from(names, (name) => rowNamed(matrix, name)[hour] ?? Number.NaN);

/** Prices minus the median price of the hour. The median is used, because a single outlier would shift the mean. */
export function besideMedian(lmp: Matrix): Matrix {
  const { names, hours, values } = lmp;
  const medians = Float64Array.from({ length: hours }, (_, hour) => {
    const prices = Float64Array.from(names, (_, row) => values[row * hours + hour] ?? 0).sort();
    return prices[Math.floor(prices.length / 2)] ?? 0;
  });
  return { ...lmp, values: values.map((value, i) => value - (medians[i % hours] ?? 0)) };
}

/** Price differences below this count as zero, $/MWh. */
const CENT = 0.005;
/**
 * Prices whose distance from the median is below this share of the mean absolute price do not count for the ends of the
 * colour scale.
 */
const FAR = 0.1;

/**
 * Colour scale of prices relative to the median. It is the same for all hours; undefined if all buses always have equal
 * prices.
 */
export function medianScale(lmp: Matrix, beside: Matrix): ColorScale | undefined {
  const ends = extremes(beside);
  const size = sum(lmp.values.map(Math.abs)) / (lmp.values.length || 1);
  const telling = beside.values.map(Math.abs).filter((value) => value >= FAR * size);
  return ends[1] - ends[0] < CENT
    ? undefined
    : { ...aroundZero(Math.max(FAR * size, quantile(telling, 0.9))), ends };
}

/**
 * Marks of lines in an hour. `contingency`: only binding limits after this contingency are marked; if undefined, all
 * binding limits.
 */
export function marksOf(
  { binding_constraints, overflow_mw = NONE }: Pick<Result, 'binding_constraints' | 'overflow_mw'>,
  hour: number,
  contingency?: string,
  contingencies: Case['contingencies'] = [],
): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  for (const { line_id, contingency_id, hour: at } of binding_constraints)
    if (at === hour && (contingency === undefined || contingency === contingency_id))
      marks.set(line_id, 'binding');
  for (const [name, mw] of rowsOf(overflow_mw)) if ((mw[hour] ?? 0) > 1e-6) marks.set(name, 'overloaded');
  for (const line of contingencies.find(({ id }) => id === contingency)?.lines ?? []) marks.set(line, 'lost');
  return marks;
}

/** Contingencies with binding limits, sorted by their highest loading, then by their shadow price, both descending. */
export function worstContingencies(bindings: readonly Binding[]): string[] {
  const worst = new Map<string, { readonly loading: number; readonly worth: number }>();
  for (const { contingency_id: id, flow_mw, limit_mw, shadow_price_usd_per_mwh: usd } of bindings) {
    if (id === null) continue;
    const { loading = 0, worth = 0 } = worst.get(id) ?? {};
    // Loading in thousandths. Rounding makes the loadings of binding limits equal, because they differ from 1 only by
    // rounding errors.
    const perMille = limit_mw === 0 ? 1000 : Math.round(Math.abs((1000 * flow_mw) / limit_mw));
    worst.set(id, { loading: Math.max(loading, perMille), worth: Math.max(worth, Math.abs(usd)) });
  }
  return [...worst].sort(([, a], [, b]) => b.loading - a.loading || b.worth - a.worth).map(([id]) => id);
}

/**
 * Binding limits with their hours, by line and contingency (null for the base case), sorted by `worth`, largest first.
 * `worth`: sum of the absolute shadow prices, $/MWh; `limitMw`: limit in the hour of the largest flow.
 */
export const bindingLimits = (bindings: readonly Binding[]) =>
  [...groupBy(bindings, ({ line_id, contingency_id }) => JSON.stringify([line_id, contingency_id])).values()]
    .map(together)
    .sort((a, b) => b.worth - a.worth);

function together(group: readonly Binding[]) {
  const most = group.reduce((a, b) => (Math.abs(b.flow_mw) > Math.abs(a.flow_mw) ? b : a));
  return {
    line: most.line_id,
    contingency: most.contingency_id,
    hours: group.map(({ hour }) => hour).sort((a, b) => a - b),
    flowMw: most.flow_mw,
    limitMw: most.limit_mw,
    worth: group.reduce((total, { shadow_price_usd_per_mwh: usd }) => total + Math.abs(usd), 0),
  };
}
