/**
 * A commitment by priority list (Wood, Wollenberg, Sheblé, Power Generation, Operation and Control, 2013, 4.2). In each
 * hour, the units that are cheapest per MWh at full output are on, as many as cover load and reserve with a margin.
 * Then each unit gets the nearest commitment that its minimum times and bounds allow. This takes little time, and the
 * result is seldom far from feasible.
 */

import { amountAt } from '../../temporal/case/arithmetic/series.ts';
import { fullLoadPrice } from './cost.ts';
import type { Instance, Unit } from './instance.ts';
import { nearestCommitment } from './nearest-commitment.ts';

export interface ListWishes {
  /** Capacity that is committed, as a multiple of the load less renewables; default 1. */
  readonly margin?: number;
  /** Additional capacity of an hour, MW, shape [T]. */
  readonly extra?: Float64Array;
  /**
   * `ON` for a unit that comes first, `OFF` for one that comes last, shape [units][T]. A change has an effect only in
   * hours whose `extra` changes too.
   */
  readonly wishes?: readonly Uint8Array[];
}

export const ON = 1;
export const OFF = 2;

/** Commitment by priority list, 0 or the number of equal units; shape [units][T]. */
export const priorityList = (instance: Instance, wishes: ListWishes): number[][] =>
  priorityLists(instance)(wishes);

/**
 * Returns a function that makes priority lists of one case; it recomputes only the hours whose required capacity has
 * changed. `shares`: share with which a unit is on in a relaxed schedule, shape [units][T]; units with large shares
 * come first.
 */
export function priorityLists(instance: Instance, shares?: readonly Float32Array[]) {
  const { units, periods, load, products, requirements, renewables } = instance;
  const upward = requirements.filter((_, q) => products[q]?.isRoot && !products[q].isDown);
  const hours = rankedHours(units, periods, shares);
  const target = units.map(() => new Array<number>(periods).fill(0));
  const lists = units.map((unit, g) => listOf(unit, target[g] ?? []));
  const lastNeed = new Float64Array(periods).fill(Number.NaN);
  return ({ margin = 1, extra, wishes }: ListWishes): number[][] => {
    const changed = new Set<number>();
    for (const [t, hour] of hours.entries()) {
      const demand = total(load, t);
      const renewable = renewables.reduce((mw, { p_max }) => mw + amountAt(p_max, t), 0);
      const needed = margin * (demand - renewable) + total(upward, t) + amountAt(extra, t);
      if (needed === lastNeed[t]) continue;
      lastNeed[t] = needed;
      const chosen = choose(hour, needed, demand, (g) => amountAt(wishes?.[g], t));
      write(target, t, chosen, changed);
    }
    for (const [g, unit] of units.entries()) if (changed.has(g)) lists[g] = listOf(unit, target[g] ?? []);
    return [...lists];
  };
}

/** Writes the chosen units of an hour to `target`, and adds the units that change to `changed`. */
function write(target: readonly number[][], t: number, chosen: Uint8Array, changed: Set<number>): void {
  for (const [g, hours] of target.entries()) {
    if (hours[t] === chosen[g]) continue;
    hours[t] = chosen[g] ?? 0;
    changed.add(g);
  }
}

function listOf(unit: Unit, target: readonly number[]): number[] {
  const bridged = withoutShortStops(withoutShortRuns(target, unit), unit.minDowntime);
  return (nearestCommitment(unit, bridged) ?? bridged).map((on) => on * unit.count);
}

/** Units that may be on in one hour, in order of preference, with their least and largest output, MW. */
interface RankedHour {
  readonly order: Int32Array;
  readonly least: Float64Array;
  readonly most: Float64Array;
  /** Number of units that must be on. */
  readonly held: number;
}

/** Chooses the units of an hour: 1 for units that are on, shape [units]. */
function choose(
  { order, least, most, held }: RankedHour,
  needed: number,
  demand: number,
  wish: (g: number) => number,
): Uint8Array {
  const chosen = new Uint8Array(least.length);
  let capacity = 0;
  let floor = 0;
  const take = (g: number, isHeld: boolean): void => {
    if (chosen[g] === 1 || (!isHeld && floor + (least[g] ?? 0) > demand)) return;
    chosen[g] = 1;
    capacity += most[g] ?? 0;
    floor += least[g] ?? 0;
  };
  for (const g of order.subarray(0, held)) take(g, true);
  for (const g of order) if (wish(g) === ON) take(g, false);
  for (const isLast of [false, true])
    for (let k = held; k < order.length && capacity < needed; k++) {
      const g = order[k] ?? 0;
      if ((wish(g) === OFF) === isLast) take(g, false);
    }
  return chosen;
}

/** Sum of the series in an hour, MW. */
export const total = (series: readonly ArrayLike<number>[], t: number): number =>
  series.reduce((mw, hours) => mw + amountAt(hours, t), 0);

/** Number of steps to which shares are rounded. The next constant is a price above the price of any MWh, $. */
const DETAIL = 20;
const DEAREST = 1e7;

function rankedHours(
  units: readonly Unit[],
  periods: number,
  shares: readonly Float32Array[] | undefined,
): RankedHour[] {
  // The order is kept from hour to hour, since it changes little.
  const order = Int32Array.from(units.keys());
  return Array.from({ length: periods }, (_, t) => {
    const ranks = Float64Array.from(units, (unit, g) => {
      if (unit.mustBeOn[t]) return Number.NEGATIVE_INFINITY;
      return fullLoadPrice(unit, t) - DEAREST * Math.round(DETAIL * amountAt(shares?.[g], t));
    });
    order.sort((a, b) => {
      const [first = 0, second = 0] = [ranks[a], ranks[b]];
      if (first === second) return a - b;
      return first < second ? -1 : 1;
    });
    const may = order.filter((g) => units[g]?.mayBeOn[t]);
    return {
      order: may,
      least: Float64Array.from(units, ({ count, pMin }) => count * amountAt(pMin, t)),
      most: Float64Array.from(units, ({ count, pMax }) => count * amountAt(pMax, t)),
      held: may.reduce((many, g) => many + Number(units[g]?.mustBeOn[t]), 0),
    };
  });
}

/** Keeps a unit on through stops that are shorter than its minimum down time. */
function withoutShortStops(on: readonly number[], minDowntime: number): number[] {
  const bridged = [...on];
  let last = -1;
  for (const [t, isOn] of on.entries()) {
    if (!isOn) continue;
    if (last >= 0 && t - last - 1 < minDowntime) bridged.fill(1, last + 1, t);
    last = t;
  }
  return bridged;
}

/** Extends each run of hours on to the minimum up time. */
function withoutShortRuns(on: readonly number[], { minUptime, onBefore }: Unit): number[] {
  const extended = [...on];
  let owed = 0;
  for (const [t, isOn] of on.entries()) {
    const wasOn = t > 0 ? extended[t - 1] === 1 : onBefore;
    if (isOn && !wasOn) owed = minUptime;
    if (owed > 0) extended[t] = 1;
    owed -= 1;
  }
  return extended;
}
