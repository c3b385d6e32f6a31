/**
 * Least reduced cost of a unit over a stretch of hours on, from a start (or from before the first hour) to a stop
 * (or to the end), with its output within the start-up and shut-down trajectories
 *
 *     p + r <= SU + a RU   a hours after the start       p <= SD + b RD   b hours before the last hour on
 *
 * Ramps within the trajectories are not kept, so the cost is a lower bound. Sums of the hours and of what the
 * trajectories take away from them make a stretch cost a few additions.
 */
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import type { Unit } from '../instance.ts';

/** Cost, $, of being on from hour `from` to the hour before `to`. */
type OnCosts = (from: number, to: number, started: boolean, stops: boolean) => number;

const FREE = Number.POSITIVE_INFINITY;

export function onCosts(unit: Unit, prices: readonly HourPrices[]): OnCosts {
  const periods = prices.length;
  const starts = trajectoryHours(unit.pMax, unit.startupRamp, unit.rampUp, periods);
  const stops = trajectoryHours(unit.pMax, unit.shutdownRamp, unit.rampDown, periods);
  const cost = (t: number, from: number, last: number): number =>
    costWithin(unit, prices[t] ?? NOTHING, t, from, last);
  const sums = new Float64Array(periods + 1);
  for (let t = 0; t < periods; t++) sums[t + 1] = at2(sums, t) + cost(t, -FREE, FREE);
  const plain = (t: number): number => at2(sums, t + 1) - at2(sums, t);
  const afterStart = extras(periods, (from) =>
    range(from, Math.min(periods, from + starts), (t) => cost(t, from, FREE) - plain(t)),
  );
  const beforeStop = extras(periods, (last) =>
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

const extras = (periods: number, of: (t: number) => number): Float64Array =>
  Float64Array.from({ length: periods }, (_, t) => of(t));

/** Sum of `of(t)` over from <= t < to. */
function range(from: number, to: number, of: (t: number) => number): number {
  let sum = 0;
  for (let t = from; t < to; t++) sum += of(t);
  return sum;
}

/** Cost of hour t for a unit that started in hour `from` and is on until hour `last`. */
function costWithin(unit: Unit, prices: HourPrices, t: number, from: number, last: number): number {
  const start = from === -FREE ? FREE : trajectory(amountAt(unit.startupRamp, from), unit.rampUp, t - from);
  const stop = last === FREE ? FREE : trajectory(amountAt(unit.shutdownRamp, last), unit.rampDown, last - t);
  const top = Math.min(amountAt(unit.pMax, t), start);
  const room = last === t ? Math.min(top, stop) : top;
  const least = amountAt(unit.pMin, t);
  return hourlyCost(prices, Math.max(0, Math.min(top, stop) - least), Math.max(0, room - least));
}

const trajectory = (first: number, ramp: number, hours: number): number =>
  hours === 0 ? first : first + hours * ramp;

/** Hours after a start, or before a stop, in which a trajectory may lie below the maximum output. */
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
export interface HourPrices {
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
