/**
 * The cheapest commitment of one unit at given prices, without a model: a shortest path through the hours of starts and
 * stops, whose stretches cost sums of hours (as min-marginals.ts, in time linear in the hours but for start-up tiers).
 * What a unit can reach right after a start or before a stop is left out, so that the cost is a lower bound.
 */
import { startupCost } from '../../../temporal/case/arithmetic/unit-cost.ts';
import type { Unit } from '../instance.ts';

/** $/MWh and $/MW, shape [T]. */
export interface UnitPrices {
  readonly energy: Float64Array;
  /** Of the best product, at least 0. */
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
  const { onCost, offCost, cameFrom } = shortestPaths(unit, hours.cost);
  const on = new Uint8Array(periods);
  let isOn = onCost < offCost;
  for (let to = periods; to > 0; ) {
    const from = (isOn ? cameFrom.on : cameFrom.off)[to] ?? INITIAL;
    if (isOn) on.fill(1, Math.max(0, from), to);
    to = from;
    isOn = !isOn;
  }
  return { cost: Math.min(onCost, offCost), on, power: hours.power, reserve: hours.reserve };
}

/** Least cost of an hour on at its prices, with the output and the reserve that give it. */
function pricedHours({ pMin, cost: costs }: Unit, { energy, reserve: worth }: UnitPrices) {
  const periods = pMin.length;
  const cost = new Float64Array(periods);
  const power = new Float64Array(periods);
  const reserve = new Float64Array(periods);
  for (let t = 0; t < periods; t++) {
    const price = energy[t] ?? 0;
    const kept = worth?.[t] ?? 0;
    const { fixed = 0, segments = [] } = costs[t] ?? {};
    let usd = fixed - price * (pMin[t] ?? 0);
    let mw = pMin[t] ?? 0;
    let room = 0;
    for (const { width, slope } of segments) {
      if (slope - price < -kept) {
        usd += (slope - price) * width;
        mw += width;
      } else room += width;
    }
    cost[t] = usd - kept * room;
    power[t] = mw;
    reserve[t] = kept > 0 ? room : 0;
  }
  return { cost, power, reserve };
}

/** `cost`: of an hour on. `cameFrom.on[t]`: where the stretch on that ends before hour t began. */
function shortestPaths(unit: Unit, cost: Float64Array) {
  const { onBefore, mayBeOn, mustBeOn, mayStart, mayStop } = unit;
  const periods = cost.length;
  /** Cost of all hours before a start, its own cost included, or a stop in this hour. */
  const start = new Float64Array(periods + 1).fill(IMPOSSIBLE);
  const stop = new Float64Array(periods + 1).fill(IMPOSSIBLE);
  const cameFrom = { on: new Int32Array(periods + 1), off: new Int32Array(periods + 1) };
  const tiers = tiersOf(unit);
  const stretches = stretchesOn(unit, cost, start);
  /** Since when it may have been off without a break. */
  let offSince = onBefore ? 0 : INITIAL;
  for (let t = 0; t < periods; t++) {
    const on = stretches(t, t > 0 && !mayBeOn[t - 1], false);
    if (t > 0 && mustBeOn[t - 1]) offSince = t;
    const off = cheapestOff(unit, stop, t, offSince, tiers, unit.minDowntime);
    cameFrom.on[t] = on.from;
    cameFrom.off[t] = off.from;
    if (mayStop[t]) stop[t] = on.cost;
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
function stretchesOn({ onBefore, minUptime }: Unit, cost: Float64Array, start: Float64Array) {
  const sums = new Float64Array(cost.length + 1);
  for (let t = 0; t < cost.length; t++) sums[t + 1] = (sums[t] ?? 0) + (cost[t] ?? 0);
  let since = onBefore ? INITIAL : 0;
  let best = IMPOSSIBLE;
  let from = 0;
  const consider = (first: number): void => {
    const value = (start[first] ?? IMPOSSIBLE) - (sums[first] ?? 0);
    if (first < since || value >= best) return;
    best = value;
    from = first;
  };
  return (t: number, breaks: boolean, isEnd: boolean): Stretch => {
    if (breaks) {
      since = t;
      best = IMPOSSIBLE;
    }
    for (let first = isEnd ? t - 1 : t - minUptime; first >= Math.max(0, t - minUptime); first--)
      consider(first);
    const spent = sums[t] ?? 0;
    const initial = since === INITIAL ? spent : IMPOSSIBLE;
    return initial <= best + spent ? { cost: initial, from: INITIAL } : { cost: best + spent, from };
  };
}

interface Tiers {
  costOf(hoursOff: number): number;
}

const tiersOf = ({ startupTiers }: Unit): Tiers => ({
  costOf: (hoursOff) => startupCost(startupTiers, hoursOff),
});

/** The cheapest way to have been off until hour t; with a start in it where there are `tiers`. */
function cheapestOff(
  { hoursBefore }: Unit,
  stop: Float64Array,
  t: number,
  offSince: number,
  tiers: Tiers | undefined,
  least: number,
): Stretch {
  let cost = offSince === INITIAL ? (tiers?.costOf(hoursBefore + t) ?? 0) : IMPOSSIBLE;
  let from = INITIAL;
  for (let first = t - least; first >= Math.max(0, offSince); first--) {
    const before = stop[first] ?? IMPOSSIBLE;
    if (before >= cost) continue;
    const all = before + (tiers?.costOf(t - first) ?? 0);
    if (all < cost) {
      cost = all;
      from = first;
    }
  }
  return { cost, from };
}
