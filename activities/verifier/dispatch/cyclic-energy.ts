/**
 * Least cost of a cyclic storage, whose initial energy is a decision and equals the final energy. With w the multiplier
 * of this equation and v the value of a MWh at the end, the cost is by duality
 *
 *     max_w  min { w e[0] + cost of all hours - (v + w) e[T] }
 *
 * with e[0] and e[T] free: concave in w, and a lower bound for any w. Golden-section search finds the maximum.
 */
import type { JudgedStorage } from '../schedule/case.ts';
import { at } from '../schedule/series.ts';
import type { Convex } from './convex.ts';

const GOLDEN = 0.6180339887498949;
const SECTIONS = 80;
/**
 * Bound of w as a multiple of the highest price: a MWh that keeps the storage above its minimum energy may be worth
 * more than that price.
 */
const LARGEST = 100;

/**
 * Least cost of a storage, $, whose initial energy is given, or free if it is cyclic. `costOf`: least cost of all
 * hours; `before`: cost as a function of the initial energy; `worth`: value of a MWh at the end, $/MWh.
 */
export function atFirstEnergies(
  storage: JudgedStorage,
  prices: ArrayLike<number>,
  costOf: (before: Convex, worth: number) => number,
): number {
  const { final_value_usd_per_mwh: worth, initial_mwh } = storage;
  if (!storage.cyclic) return costOf({ at: [initial_mwh], slopes: [], value: 0 }, worth);
  const last = prices.length - 1;
  const least = Math.max(storage.final_mwh, at(storage.min_mwh, last));
  const most = storage.final_max_mwh;
  const costAt = (price: number): number =>
    costOf({ at: [least, most], slopes: [price], value: price * least }, worth + price);
  return largest(costAt, largestPrice(storage, prices));
}

function largestPrice(storage: JudgedStorage, prices: ArrayLike<number>): number {
  const { charge_cost_usd_per_mwh, discharge_cost_usd_per_mwh, charge_efficiency } = storage;
  const dearest = Array.from(prices).reduce((most, price) => Math.max(most, Math.abs(price)), 1);
  const discharging = Math.max(0, ...discharge_cost_usd_per_mwh.map(Math.abs));
  const costs = charge_cost_usd_per_mwh + discharging + storage.final_value_usd_per_mwh;
  return (LARGEST * (dearest + costs)) / charge_efficiency;
}

/** The largest value of a concave function between -range and range. */
function largest(f: (x: number) => number, range: number): number {
  let [low, high] = [-range, range];
  let [a, b] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
  let [atA, atB] = [f(a), f(b)];
  let best = Math.max(atA, atB);
  for (let k = 0; k < SECTIONS && Number.isFinite(best); k++) {
    if (atA < atB) {
      [low, a, atA] = [a, b, atB];
      b = low + GOLDEN * (high - low);
      atB = f(b);
    } else {
      [high, b, atB] = [b, a, atA];
      a = high - GOLDEN * (high - low);
      atA = f(a);
    }
    best = Math.max(best, atA, atB);
  }
  return best;
}
