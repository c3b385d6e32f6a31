/** The stretches on and off (runs of consecutive hours in one state) that a unit may have, with their reduced costs. */
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import { startupCost } from '../../../temporal/case/arithmetic/unit-cost.ts';
import type { ColumnSpec } from '../../milp/model.ts';
import type { Formulation } from '../formulation/index.ts';
import type { Instance, Unit } from '../instance.ts';
import type { Variables } from '../variables.ts';
import type { Stretches } from './min-marginals.ts';

const IMPOSSIBLE = Number.POSITIVE_INFINITY;

/**
 * Returns the stretches (runs of hours on or off) of a unit. `costs`: reduced costs, shape [columns]; `columns`:
 * columns with the bounds to keep.
 */
export function unitStretches(
  { units, periods, products }: Instance,
  { x, segments }: Formulation,
  g: number,
  costs: Float64Array,
  columns: readonly Required<ColumnSpec>[],
): Stretches | undefined {
  const unit = units[g];
  if (!unit) return undefined;
  const cost = (column: number): number => costs[column] ?? 0;
  const hours = Array.from({ length: periods }, (_, t) => t);
  const prices = hours.map((t): HourPrices => {
    const above = cost(x.above(g, t));
    const pieces = segments[g]?.[t] ?? [];
    return {
      on: cost(x.on(g, t)),
      // Duals of rows that limit single segments may make a later segment cheaper than an earlier one.
      segments: (unit.cost[t]?.segments ?? [])
        .map(({ width }, k) => ({ width, price: above + (pieces[k] === undefined ? 0 : cost(pieces[k])) }))
        .sort((a, b) => a.price - b.price),
      reserve: products.reduce(
        (best, { isDown }, q) => (isDown ? best : Math.min(best, cost(x.reserve(q, g, t)))),
        0,
      ),
    };
  });
  const onCost = onCosts(unit, prices);
  const may = (column: number): boolean => (columns[column]?.upper ?? 0) > 0.5;
  const mayBeOnUntil = runs(hours.map((t) => may(x.on(g, t))));
  const mayBeOffUntil = runs(hours.map((t) => (columns[x.on(g, t)]?.lower ?? 0) < unit.count - 0.5));
  /** A stretch begins with an allowed start or stop, and lasts for its minimum time or to the end of the horizon. */
  const mayChange = (change: Variables['on'], from: number, to: number, least: number): boolean =>
    from < 0 || (may(change(g, from)) && (to === periods || to - from >= least));
  const refund = startRefund(unit);
  return {
    periods,
    onBefore: unit.onBefore,
    on: (from, to) => {
      const first = Math.max(0, from);
      if (to > (mayBeOnUntil[first] ?? 0) || !mayChange(x.startup, from, to, unit.minUptime))
        return IMPOSSIBLE;
      const start = from < 0 ? 0 : cost(x.startup(g, from));
      return start + onCost(first, to, from >= 0, to < periods);
    },
    off: (from, to) => {
      const first = Math.max(0, from);
      if (to > (mayBeOffUntil[first] ?? 0) || !mayChange(x.shutdown, from, to, unit.minDowntime))
        return IMPOSSIBLE;
      const stop = from < 0 ? 0 : cost(x.shutdown(g, from));
      return stop + (to < periods ? refund(from < 0 ? to + unit.hoursBefore : to - from) : 0);
    },
  };
}

/** For each hour, end of the run of true values that begins there. */
function runs(values: readonly boolean[]): Int32Array {
  const ends = new Int32Array(values.length);
  for (let t = values.length - 1; t >= 0; t--)
    ends[t] = values[t] ? Math.max(t + 1, values[t + 1] ? (ends[t + 1] ?? 0) : 0) : t;
  return ends;
}

/** Start-up cost after a number of hours off, less the cost of the coldest start, $; at most 0. */
function startRefund(unit: Unit): (hoursOff: number) => number {
  const coldest = unit.startupTiers.at(-1)?.cost ?? 0;
  return (hoursOff) => Math.min(0, startupCost(unit.startupTiers, hoursOff) - coldest);
}

/** Cost, $, of being on from hour `from` to the hour before `to`. */
type OnCosts = (from: number, to: number, started: boolean, stops: boolean) => number;

const FREE = Number.POSITIVE_INFINITY;

/**
 * Least reduced cost of a unit over a stretch of hours on, from a start (or from before the first hour) to a stop (or
 * to the end), with its output within the start-up and shut-down trajectories
 *
 *     p + r <= SU + a RU   a hours after the start       p <= SD + b RD   b hours before the last hour on
 *
 * Ramps between hours within the trajectories are left out, so the cost is a lower bound. Sums over the hours, and over
 * the reductions by the trajectories, are computed once, so the cost of a stretch takes only a few additions.
 */
function onCosts(unit: Unit, prices: readonly HourPrices[]): OnCosts {
  const periods = prices.length;
  // If ramps differ between hours, the widest is used, so that the cost stays a lower bound.
  const ramps = { up: Math.max(...unit.rampUp), down: Math.max(...unit.rampDown) };
  const starts = trajectoryHours(unit.pMax, unit.startupRamp, ramps.up, periods);
  const stops = trajectoryHours(unit.pMax, unit.shutdownRamp, ramps.down, periods);
  const cost = (t: number, from: number, last: number): number =>
    costWithin(unit, ramps, prices[t] ?? NOTHING, t, from, last);
  const sums = new Float64Array(periods + 1);
  for (let t = 0; t < periods; t++) sums[t + 1] = at2(sums, t) + cost(t, -FREE, FREE);
  const plain = (t: number): number => at2(sums, t + 1) - at2(sums, t);
  const afterStart = Float64Array.from(prices, (_, from) =>
    range(from, Math.min(periods, from + starts), (t) => cost(t, from, FREE) - plain(t)),
  );
  const beforeStop = Float64Array.from(prices, (_, last) =>
    range(Math.max(0, last - stops + 1), last + 1, (t) => cost(t, -FREE, last) - plain(t)),
  );
  return (from, to, started, stopping) => {
    const ramped = (started ? starts : 0) + (stopping ? stops : 0);
    if (to - from >= ramped) {
      const ends = (started ? at2(afterStart, from) : 0) + (stopping ? at2(beforeStop, to - 1) : 0);
      return at2(sums, to) - at2(sums, from) + ends;
    }
    return range(from, to, (t) => cost(t, started ? from : -FREE, stopping ? to - 1 : FREE));
  };
}

const NOTHING: HourPrices = { on: 0, segments: [], reserve: 0 };
const at2 = (values: Float64Array, i: number): number => values[i] ?? 0;

/** Sum of `of(t)` over from <= t < to. */
function range(from: number, to: number, of: (t: number) => number): number {
  let sum = 0;
  for (let t = from; t < to; t++) sum += of(t);
  return sum;
}

/** Cost of hour t for a unit that started in hour `from` and is on until hour `last`. */
function costWithin(
  unit: Unit,
  ramps: { readonly up: number; readonly down: number },
  prices: HourPrices,
  t: number,
  from: number,
  last: number,
): number {
  const start = from === -FREE ? FREE : trajectory(amountAt(unit.startupRamp, from), ramps.up, t - from);
  const stop = last === FREE ? FREE : trajectory(amountAt(unit.shutdownRamp, last), ramps.down, last - t);
  const top = Math.min(amountAt(unit.pMax, t), start);
  const room = last === t ? Math.min(top, stop) : top;
  const least = amountAt(unit.pMin, t);
  return hourlyCost(prices, Math.max(0, Math.min(top, stop) - least), Math.max(0, room - least));
}

const trajectory = (first: number, ramp: number, hours: number): number =>
  hours === 0 ? first : first + hours * ramp;

/** Number of hours after a start, or before a stop, in which a trajectory may lie below the maximum output. */
function trajectoryHours(
  pMax: readonly number[],
  first: readonly number[],
  ramp: number,
  periods: number,
): number {
  const top = Math.max(...pMax);
  const bottom = Math.min(...first);
  let hours = 0;
  while (hours < periods && trajectory(bottom, ramp, hours) < top - 1e-9) hours += 1;
  return hours;
}

/**
 * Least reduced cost of a unit that is on in one hour, with at most `power` MW and `room` MW of power and reserve
 * above its minimum output:
 *
 *     min sum_k c_k s_k + d r     s.t.  sum_k s_k <= power,  sum_k s_k + r <= room,  0 <= s_k <= width_k,  r >= 0
 *
 * with c_k ascending and d <= 0 the best price of reserve, solved by filling segments while c_k < d.
 */
interface HourPrices {
  /** Reduced cost of being on at minimum output, $. */
  readonly on: number;
  /** Cost segments in ascending order of price. */
  readonly segments: readonly { readonly width: number; readonly price: number }[];
  /** Reduced cost of a MW of reserve, at most 0. */
  readonly reserve: number;
}

function hourlyCost({ on, segments, reserve }: HourPrices, power: number, room: number): number {
  let cost = on;
  let filled = 0;
  for (const { width, price } of segments) {
    const mw = Math.min(width, power - filled);
    if (price >= reserve || mw <= 0) break;
    cost += price * mw;
    filled += mw;
  }
  return cost + reserve * Math.max(0, room - filled);
}
