/**
 * The cheapest commitment of one unit at given prices, without a model: a shortest path through the hours of starts and
 * stops. A stretch is a run of consecutive hours on, or off. Its cost is a difference of sums over hours, so the time
 * is linear in the number of hours, except for startup categories. After a start and before a stop the output keeps to
 * the ramps (trajectories of unit-stretches.ts), unless the two overlap. Ramps between other hours are left out, so the
 * cost is a lower bound.
 */
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import { startupCost } from '../../../temporal/case/arithmetic/unit-cost.ts';
import type { Unit } from '../instance.ts';

/** Prices of energy, $/MWh, and of reserve, $/MW; shape [T]. */
export interface UnitPrices {
  readonly energy: Float64Array;
  /** Price of the best-paid reserve product, at least 0. */
  readonly reserve: Float64Array | undefined;
}

export interface Response {
  /** Lower bound of the cost of the unit less its earnings, $; Infinity if it has no feasible commitment. */
  readonly cost: number;
  /** 1 in hours on, shape [T]. */
  readonly on: Uint8Array;
  /** Output in hours on, MW. `reserve`: reserve in these hours, MW; shape [T]. */
  readonly power: Float64Array;
  readonly reserve: Float64Array;
}

const IMPOSSIBLE = Number.POSITIVE_INFINITY;
const INITIAL = -1;

export function cheapestCommitment(unit: Unit, prices: UnitPrices): Response {
  const periods = unit.pMin.length;
  const hours = pricedHours(unit, prices);
  const climbs = trajectories(unit, prices, hours);
  const { onCost, offCost, cameFrom } = shortestPaths(unit, hours.cost, climbs);
  const on = new Uint8Array(periods);
  let isOn = onCost < offCost;
  for (let to = periods; to > 0; ) {
    const from = (isOn ? cameFrom.on : cameFrom.off)[to] ?? INITIAL;
    if (isOn) {
      on.fill(1, Math.max(0, from), to);
      climbs.limit(hours.power, from, to);
    }
    to = from;
    isOn = !isOn;
  }
  return { cost: Math.min(onCost, offCost), on, power: hours.power, reserve: hours.reserve };
}

interface PricedHours {
  /** Net cost of being on in each hour: cost minus earnings, $, shape [T]. */
  readonly cost: Float64Array;
  /** Output in that hour, MW. `reserve`: reserve in that hour, MW; shape [T]. */
  readonly power: Float64Array;
  readonly reserve: Float64Array;
}

/** Least cost of each hour on at the prices of the hour, with the output and the reserve at which it occurs. */
function pricedHours(unit: Unit, prices: UnitPrices): PricedHours {
  const periods = unit.pMin.length;
  const priced = {
    cost: new Float64Array(periods),
    power: new Float64Array(periods),
    reserve: new Float64Array(periods),
  };
  for (let t = 0; t < periods; t++) {
    const { cost, power, reserve } = pricedHour(unit, prices, t, Number.POSITIVE_INFINITY);
    priced.cost[t] = cost;
    priced.power[t] = power;
    priced.reserve[t] = reserve;
  }
  return priced;
}

/** Least cost of one hour on. `most`: largest output, MW; it does not limit the reserve. */
function pricedHour(
  { pMin, cost: costs }: Unit,
  { energy, reserve: worth }: UnitPrices,
  t: number,
  most: number,
) {
  const price = energy[t] ?? 0;
  const reservePrice = worth?.[t] ?? 0;
  const { fixed = 0, segments = [] } = costs[t] ?? {};
  let power = pMin[t] ?? 0;
  let cost = fixed - price * power;
  let room = 0;
  for (const { width, slope } of segments) {
    const mw = slope - price < -reservePrice ? Math.max(0, Math.min(width, most - power)) : 0;
    cost += (slope - price) * mw;
    power += mw;
    room += width - mw;
  }
  return { cost: cost - reservePrice * room, power, reserve: reservePrice > 0 ? room : 0 };
}

interface Trajectories {
  /**
   * Number of hours after a start (`climbing`) or before a stop (`falling`) in which ramps may keep the output below
   * its maximum.
   */
  readonly climbing: number;
  readonly falling: number;
  /**
   * Additional cost due to these ramps by hour, $, shape [T + 1]. `start`: cost of a stretch that begins in the hour;
   * `stop`: cost of a stretch that ends before the hour.
   */
  readonly start: Float64Array;
  readonly stop: Float64Array;
  /**
   * Limits the output of the hours on from `from` to `to` to the ramps of the unit, MW; from = -1: the stretch began
   * before the first hour.
   */
  limit(power: Float64Array, from: number, to: number): void;
}

function trajectories(unit: Unit, prices: UnitPrices, { cost, power }: PricedHours): Trajectories {
  const { pMax, startupRamp, shutdownRamp } = unit;
  // If ramps differ between hours, the widest is used, so that no output is limited too much.
  const [rampUp, rampDown] = [Math.max(...unit.rampUp), Math.max(...unit.rampDown)];
  const periods = cost.length;
  const climbing = rampHours(pMax, startupRamp, rampUp);
  const falling = rampHours(pMax, shutdownRamp, rampDown);
  const after = (from: number, k: number): number => (startupRamp[from] ?? 0) + (k > 0 ? k * rampUp : 0);
  const before = (to: number, k: number): number => (shutdownRamp[to - 1] ?? 0) + (k > 0 ? k * rampDown : 0);
  const more = (t: number, most: number): number =>
    (power[t] ?? 0) <= most ? 0 : pricedHour(unit, prices, t, most).cost - (cost[t] ?? 0);
  const start = new Float64Array(periods + 1);
  const stop = new Float64Array(periods + 1);
  for (let t = 0; t < periods; t++) {
    for (let k = 0; k < climbing && t + k < periods; k++)
      start[t] = (start[t] ?? 0) + more(t + k, after(t, k));
    for (let k = 0; k < falling && t - 1 - k >= 0; k++)
      stop[t] = (stop[t] ?? 0) + more(t - 1 - k, before(t, k));
  }
  const hold = (series: Float64Array, t: number, most: number): void => {
    series[t] = Math.max(unit.pMin[t] ?? 0, Math.min(series[t] ?? 0, most));
  };
  const limit = (series: Float64Array, from: number, to: number): void => {
    for (let k = 0; from >= 0 && k < climbing && from + k < to; k++) hold(series, from + k, after(from, k));
    for (let k = 0; to < periods && k < falling && to - 1 - k >= from && to - 1 - k >= 0; k++)
      hold(series, to - 1 - k, before(to, k));
  };
  return { climbing, falling, start, stop, limit };
}

function rampHours(pMax: readonly number[], first: readonly number[], ramp: number): number {
  const range = Math.max(...pMax) - Math.min(...first);
  if (range <= 0) return 0;
  return ramp > 0 ? Math.min(pMax.length, Math.ceil(range / ramp)) : pMax.length;
}

/**
 * Least costs of ending on and off. `cost`: cost of each hour on. `cameFrom.on[t]`: first hour of the run of hours on
 * that ends before hour t.
 */
function shortestPaths(unit: Unit, cost: Float64Array, climbs: Trajectories) {
  const { onBefore, mayBeOn, mustBeOn, mayStart, mayStop, shutdownCost } = unit;
  const periods = cost.length;
  /**
   * Least cost of all hours before hour t if the unit starts in t, start-up cost included. `stop`: the same if the unit
   * stops in t, shutdown cost included.
   */
  const start = new Float64Array(periods + 1).fill(IMPOSSIBLE);
  const stop = new Float64Array(periods + 1).fill(IMPOSSIBLE);
  const cameFrom = { on: new Int32Array(periods + 1), off: new Int32Array(periods + 1) };
  const startCost = (hoursOff: number, t: number): number =>
    startupCost(unit.startupTiers, hoursOff) + (amountAt(unit.startCost, t) - amountAt(unit.startCost, 0));
  const stretches = stretchesOn(unit, cost, start, climbs);
  /** First hour from which the unit may be off in all hours up to the current one. */
  let offSince = onBefore ? 0 : INITIAL;
  for (let t = 0; t < periods; t++) {
    const on = stretches(t, t > 0 && !mayBeOn[t - 1], false);
    if (t > 0 && mustBeOn[t - 1]) offSince = t;
    const off = cheapestOff(unit, stop, t, offSince, startCost, unit.minDowntime);
    cameFrom.on[t] = on.from;
    cameFrom.off[t] = off.from;
    if (mayStop[t]) stop[t] = on.cost + shutdownCost;
    if (mayStart[t]) start[t] = off.cost;
  }
  const on = stretches(periods, !mayBeOn[periods - 1], true);
  if (mustBeOn[periods - 1]) offSince = periods;
  const off = cheapestOff(unit, stop, periods, offSince, undefined, 1);
  cameFrom.on[periods] = on.from;
  cameFrom.off[periods] = off.from;
  return { onCost: on.cost, offCost: off.cost, cameFrom };
}

interface Stretch {
  readonly cost: number;
  /** First hour of the run of hours on or off; -1 if it began before the first hour of the horizon. */
  readonly from: number;
}

/**
 * Returns a function that finds the cheapest run of hours on that ends before hour t. It is called hour by hour.
 * `breaks`: true if the unit cannot be on in the previous hour. `isEnd`: true if t is the end of the horizon, where the
 * minimum up time need not be over.
 */
function stretchesOn(
  { onBefore, minUptime }: Unit,
  cost: Float64Array,
  start: Float64Array,
  climbs: Trajectories,
) {
  const sums = new Float64Array(cost.length + 1);
  for (let t = 0; t < cost.length; t++) sums[t + 1] = (sums[t] ?? 0) + (cost[t] ?? 0);
  /** Length in hours from which a run of hours on bears the full additional costs of both its ends. */
  const long = Math.max(minUptime, climbs.climbing + climbs.falling);
  let since = onBefore ? INITIAL : 0;
  let best: Stretch = { cost: IMPOSSIBLE, from: 0 };
  const better = (other: Stretch, first: number, extra: number): Stretch => {
    const value = (start[first] ?? IMPOSSIBLE) - (sums[first] ?? 0) + extra;
    return first >= Math.max(0, since) && value < other.cost ? { cost: value, from: first } : other;
  };
  const climb = (first: number, t: number): number =>
    t - first >= climbs.climbing || t === cost.length ? (climbs.start[first] ?? 0) : 0;
  return (t: number, breaks: boolean, isEnd: boolean): Stretch => {
    if (breaks) {
      since = t;
      best = { cost: IMPOSSIBLE, from: 0 };
    }
    best = better(best, t - long, climb(t - long, t));
    const stop = isEnd ? 0 : (climbs.stop[t] ?? 0);
    let stretch: Stretch = { ...best, cost: best.cost + stop };
    if (since === INITIAL && stop <= stretch.cost) stretch = { cost: stop, from: INITIAL };
    for (let first = t - (isEnd ? 1 : minUptime); first > t - long; first--)
      stretch = better(stretch, first, climb(first, t));
    return { ...stretch, cost: stretch.cost + (sums[t] ?? 0) };
  };
}

/** Cheapest run of hours off that ends before hour t; with `startCost`, including the cost of a start in hour t. */
function cheapestOff(
  { hoursBefore }: Unit,
  stop: Float64Array,
  t: number,
  offSince: number,
  startCost: ((hoursOff: number, t: number) => number) | undefined,
  least: number,
): Stretch {
  let cost = offSince === INITIAL ? (startCost?.(hoursBefore + t, t) ?? 0) : IMPOSSIBLE;
  let from = INITIAL;
  for (let first = t - least; first >= Math.max(0, offSince); first--) {
    const before = stop[first] ?? IMPOSSIBLE;
    if (before >= cost) continue;
    const all = before + (startCost?.(t - first, t) ?? 0);
    if (all < cost) {
      cost = all;
      from = first;
    }
  }
  return { cost, from };
}
