/** What is seen of a network in one hour of a result (pure). */
import { aroundZero, type ColorScale } from '../charts/color-scale.ts';
import { type BusPlaces, caseNetwork } from '../network/case-network.ts';
import type { Mark, Network } from '../network/scene.ts';
import { loadings } from './loadings.ts';
import {
  extremes,
  hourlySums,
  largest,
  type Matrix,
  matrixOf,
  NONE,
  quantile,
  rowOf,
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
export type GivenResult = Pick<Result, (typeof FIELDS)[number]>;

/** What a drawing of any hour is made of; rows are those of the matrices in the order of the network. */
export interface Drawable {
  readonly given: GivenNetwork;
  readonly result: GivenResult;
  readonly network: Network;
  readonly beside: Matrix;
  readonly scale: ColorScale | undefined;
  readonly flows: Matrix;
  readonly loading: Matrix;
  readonly rows: Readonly<Record<'prices' | 'flows' | 'loadings', Int32Array>>;
  /** Where it opens: the dearest hour; where all cost the same, that of the fullest line. */
  readonly first: number;
}

export function drawableOf(given: GivenNetwork, result: GivenResult, places: BusPlaces): Drawable {
  const { lmp, flows_mw = NONE, dc_flow_mw = NONE } = result;
  const network = caseNetwork(given, given.loads.names, places);
  const flows = dc_flow_mw.names.length > 0 ? stacked(flows_mw, dc_flow_mw) : flows_mw;
  const loading = loadings(
    flows,
    network.lines.map(({ id, rating }) => ({ id, rating_mw: rating })),
  );
  const beside = besideMean(lmp);
  const lines = network.lines.map(({ id }) => id);
  return {
    given,
    result,
    network,
    beside,
    scale: meanScale(lmp, beside),
    flows,
    loading,
    rows: {
      prices: rowsFor(
        lmp,
        network.buses.map(({ id }) => `bus_${id}`),
      ),
      flows: rowsFor(flows, lines),
      loadings: rowsFor(loading, lines),
    },
    first: dearestHour(lmp) ?? largest(loading)?.hour ?? 0,
  };
}

const stacked = (...matrices: readonly Matrix[]): Matrix =>
  matrixOf(
    matrices.flatMap((matrix) => matrix.names.map((name, row) => [name, rowOf(matrix, row)] as const)),
  );

/** The row of each name in a matrix, -1 for none: found once, and not again in every hour. */
export function rowsFor({ names }: Matrix, wanted: readonly string[]): Int32Array {
  const rows = new Map(names.map((name, row) => [name, row]));
  return Int32Array.from(wanted, (name) => rows.get(name) ?? -1);
}

/** Values of one hour in these rows; NaN for what has none. */
export function atHour({ hours, values }: Matrix, rows: Int32Array, hour: number): Float64Array {
  const found = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i += 1) found[i] = values[(rows[i] ?? -1) * hours + hour] ?? Number.NaN;
  return found;
}

/** Each price less the mean of its hour, over the buses that have one. */
export function besideMean(lmp: Matrix): Matrix {
  const means = hourlySums(lmp).map((total) => total / lmp.names.length);
  return { ...lmp, values: lmp.values.map((value, i) => value - (means[i % lmp.hours] ?? 0)) };
}

/** Less is no difference, $/MWh. */
const CENT = 0.005;
/** Share of the mean size of prices that is far from the mean, at least. */
const FAR = 0.1;

/** Colours of prices beside the mean, the same for all hours; undefined where all buses have one price. */
export function meanScale(lmp: Matrix, beside: Matrix): ColorScale | undefined {
  const ends = extremes(beside);
  const size = sum(lmp.values.map(Math.abs)) / (lmp.values.length || 1);
  const telling = beside.values.map(Math.abs).filter((value) => value >= FAR * size);
  return ends[1] - ends[0] < CENT
    ? undefined
    : { ...aroundZero(Math.max(FAR * size, quantile(telling, 0.9))), ends };
}

interface Marked {
  readonly bindings: readonly Binding[];
  readonly overflow: Matrix;
  readonly hour: number;
  /** The contingency that is shown; undefined: all limits of the hour. */
  readonly contingency: string | undefined;
  readonly contingencies: Case['contingencies'];
}

export function marksOf({
  bindings,
  overflow,
  hour,
  contingency,
  contingencies = [],
}: Marked): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  for (const { line_id, contingency_id, hour: at } of bindings)
    if (at === hour && (contingency === undefined || contingency === contingency_id))
      marks.set(line_id, 'binding');
  for (const [row, name] of overflow.names.entries())
    if ((overflow.values[row * overflow.hours + hour] ?? 0) > 1e-6) marks.set(name, 'overloaded');
  for (const line of contingencies.find(({ id }) => id === contingency)?.lines ?? []) marks.set(line, 'lost');
  return marks;
}

/** Contingencies with a limit that binds: by how far they fill the fullest line, then by what a MW of limit is worth. */
export function worstContingencies(bindings: readonly Binding[]): string[] {
  const worst = new Map<string, { readonly loading: number; readonly worth: number }>();
  for (const { contingency_id: id, flow_mw, limit_mw, shadow_price_usd_per_mwh: usd } of bindings) {
    if (id === null) continue;
    const { loading = 0, worth = 0 } = worst.get(id) ?? {};
    // In thousandths: limits that bind are full but for rounding.
    const own = limit_mw === 0 ? 1000 : Math.round(Math.abs((1000 * flow_mw) / limit_mw));
    worst.set(id, { loading: Math.max(loading, own), worth: Math.max(worth, Math.abs(usd)) });
  }
  return [...worst].sort(([, a], [, b]) => b.loading - a.loading || b.worth - a.worth).map(([id]) => id);
}
