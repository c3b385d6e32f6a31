/**
 * The cheapest commitment of one unit at given prices, without a model: a shortest path through the hours of starts and
 * stops, whose stretches cost sums of hours (as min-marginals.ts, in time linear in the hours but for start-up tiers).
 * After a start and before a stop its output keeps to what ramps allow (trajectories of on-costs.ts), except where the
 * two meet; ramps between other hours are left out, so that the cost is a lower bound.
 */
import { startupCost } from '../../../temporal/case/arithmetic/unit-cost.ts';
import type { Unit } from '../instance.ts';

/** $/MWh and $/MW, shape [T]. */
export interface UnitPrices {
  readonly energy: Float64Array;
  /** Price of the best reserve product, at least 0. */
  readonly reserve: Float64Array | undefined;
}

export interface Response {
  /** Lower bound of what the unit costs less what it earns, $; Infinity where it has no commitment at all. */
  readonly cost: number;
  /** 1 when on, shape [T]. */
  readonly on: Uint8Array;
  /** MW in hours on, shape [T]. */
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
  /** $, shape [T]. */
  readonly cost: Float64Array;
  /** MW, shape [T]. */
  readonly power: Float64Array;
  readonly reserve: Float64Array;
}

/** Least cost of an hour on at its prices, with the output and the reserve that give it. */
function pricedHours(unit: Unit, prices: UnitPrices): PricedHours {
  const periods = unit.pMin.length;
  const found = {
    cost: new Float64Array(periods),
    power: new Float64Array(periods),
    reserve: new Float64Array(periods),
  };
  for (let t = 0; t < periods; t++) {
    const { cost, power, reserve } = pricedHour(unit, prices, t, Number.POSITIVE_INFINITY);
    found.cost[t] = cost;
    found.power[t] = power;
    found.reserve[t] = reserve;
  }
  return found;
}

/** `most`: largest output, MW; reserve is not held to it. */
function pricedHour(
  { pMin, cost: costs }: Unit,
  { energy, reserve: worth }: UnitPrices,
  t: number,
  most: number,
) {
  const price = energy[t] ?? 0;
  const kept = worth?.[t] ?? 0;
  const { fixed = 0, segments = [] } = costs[t] ?? {};
  let power = pMin[t] ?? 0;
  let cost = fixed - price * power;
  let room = 0;
  for (const { width, slope } of segments) {
    const mw = slope - price < -kept ? Math.max(0, Math.min(width, most - power)) : 0;
    cost += (slope - price) * mw;
    power += mw;
    room += width - mw;
  }
  return { cost: cost - kept * room, power, reserve: kept > 0 ? room : 0 };
}

interface Trajectories {
  /** Hours after a start, or before a stop, in which ramps may hold the output below its maximum. */
  readonly climbing: number;
  readonly falling: number;
  /** What they cost a stretch that begins in an hour, and one that ends before it, $, shape [T + 1]. */
  readonly start: Float64Array;
  readonly stop: Float64Array;
  /** Holds the output of a stretch to them, MW; from = -1: it began before the first hour. */
  limit(power: Float64Array, from: number, to: number): void;
}

function trajectories(unit: Unit, prices: UnitPrices, { cost, power }: PricedHours): Trajectories {
  const { pMax, startupRamp, shutdownRamp, rampUp, rampDown } = unit;
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

/** `cost`: of an hour on. `cameFrom.on[t]`: where the stretch on that ends before hour t began. */
function shortestPaths(unit: Unit, cost: Float64Array, climbs: Trajectories) {
  const { onBefore, mayBeOn, mustBeOn, mayStart, mayStop, shutdownCost } = unit;
  const periods = cost.length;
  /** Cost of all hours before a start, its own cost included, or a stop in this hour. */
  const start = new Float64Array(periods + 1).fill(IMPOSSIBLE);
  const stop = new Float64Array(periods + 1).fill(IMPOSSIBLE);
  const cameFrom = { on: new Int32Array(periods + 1), off: new Int32Array(periods + 1) };
  const startCost = (hoursOff: number): number => startupCost(unit.startupTiers, hoursOff);
  const stretches = stretchesOn(unit, cost, start, climbs);
  /** Since when it may have been off without a break. */
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
  /** Hour in which it began; -1: before the first. */
  readonly from: number;
}

/**
 * The cheapest way to have been on until hour t, asked for hour by hour. `breaks`: it cannot have been on in the hour
 * before; `isEnd`: a start may be as late as it likes.
 */
function stretchesOn(
  { onBefore, minUptime }: Unit,
  cost: Float64Array,
  start: Float64Array,
  climbs: Trajectories,
) {
  const sums = new Float64Array(cost.length + 1);
  for (let t = 0; t < cost.length; t++) sums[t + 1] = (sums[t] ?? 0) + (cost[t] ?? 0);
  /** From so many hours on a stretch pays for both of its ends. */
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
    let found: Stretch = { ...best, cost: best.cost + stop };
    if (since === INITIAL && stop <= found.cost) found = { cost: stop, from: INITIAL };
    for (let first = t - (isEnd ? 1 : minUptime); first > t - long; first--)
      found = better(found, first, climb(first, t));
    return { ...found, cost: found.cost + (sums[t] ?? 0) };
  };
}

/** The cheapest way to have been off until hour t, with a start in it where that has a cost. */
function cheapestOff(
  { hoursBefore }: Unit,
  stop: Float64Array,
  t: number,
  offSince: number,
  startCost: ((hoursOff: number) => number) | undefined,
  least: number,
): Stretch {
  let cost = offSince === INITIAL ? (startCost?.(hoursBefore + t) ?? 0) : IMPOSSIBLE;
  let from = INITIAL;
  for (let first = t - least; first >= Math.max(0, offSince); first--) {
    const before = stop[first] ?? IMPOSSIBLE;
    if (before >= cost) continue;
    const all = before + (startCost?.(t - first) ?? 0);
    if (all < cost) {
      cost = all;
      from = first;
    }
  }
  return { cost, from };
}
