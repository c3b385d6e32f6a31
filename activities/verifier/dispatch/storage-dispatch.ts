/**
 * The cheapest use of one storage at given prices of energy, with stored energy worth v a MWh at the end: min sum_t
 * price (charge - discharge) + costs of charging and discharging - v e[T] within its limits. The cost up to an hour, as
 * a function of the stored energy, is convex if storing a MWh costs no less than discharging it earns, or if the
 * storage may charge and discharge at once. Otherwise charging and discharging may share the hour, which gives a lower
 * bound, unless the storage keeps given directions. Least powers are not convex either: the storage keeps the given
 * hours in which it uses them. Without given hours, least powers are ignored, which gives a lower bound.
 */
import type { JudgedStorage } from '../schedule/case.ts';
import { at } from '../schedule/series.ts';
import { type Convex, convolve, fromPieces, minimum, scaled, tilted, within } from './convex.ts';
import { atFirstEnergies } from './cyclic-energy.ts';
import { type Line, partialMinimum } from './partial-minimum.ts';
import {
  burns,
  chargeAt,
  chargesOf,
  type Held,
  heldPowers,
  type Powers,
  powersOf,
  worthOf,
} from './storage-powers.ts';

/**
 * Least cost, $; Infinity if the storage cannot reach its final energy. `prices`: $/MWh, shape [horizon]. `held`:
 * powers of the schedule; their directions are kept in hours in which charging and discharging at once would pay.
 */
export function cheapestStorage(storage: JudgedStorage, prices: ArrayLike<number>, held?: Held): number {
  return atFirstEnergies(storage, prices, (before, worth) => {
    let cost: Convex | undefined = before;
    for (const [hour, price] of Array.from(prices).entries()) {
      const pays = burns(storage, price, hour);
      const powers = held ? heldPowers(storage, held, hour, pays) : powersOf(storage, hour);
      const step =
        pays && !held && powers.isShared
          ? hullOf(storage, powers, price, hour)
          : stepOf(storage, powers, price, hour);
      const inflow = fromPieces(0, 0, [{ width: at(storage.inflow_mw, hour), slope: 0 }]);
      const decayed = scaled(cost, storage.kept);
      cost = within(convolve(convolve(decayed, step), inflow), at(storage.min_mwh, hour), storage.energy_mwh);
      if (!cost) break;
    }
    return finalCost(storage, cost, worth);
  });
}

function finalCost(storage: JudgedStorage, cost: Convex | undefined, worth: number): number {
  const ended = cost && within(cost, storage.final_mwh, storage.final_max_mwh);
  return ended ? minimum(tilted(ended, -worth)) : Number.POSITIVE_INFINITY;
}

/** Cost of one hour, $, as a function of the energy gained, MWh, if charging and discharging share the hour. */
function hullOf(storage: JudgedStorage, powers: Powers, price: number, hour: number): Convex {
  const [charge, discharge] = [powers.charge[1], powers.discharge[1]];
  const down = discharge / storage.discharge_efficiency;
  const width = down + storage.charge_efficiency * charge;
  const earned = (price - at(storage.discharge_cost_usd_per_mwh, hour)) * discharge;
  const slope = ((price + storage.charge_cost_usd_per_mwh) * charge + earned) / width;
  return fromPieces(-down, -earned, [{ width, slope }]);
}

/**
 * Cost of one hour, $, as a function of the energy gained, MWh; begins at the largest discharge with the least charge.
 */
function stepOf(storage: JudgedStorage, { charge, discharge }: Powers, price: number, hour: number): Convex {
  const { taking, giving } = worthOf(storage, price, hour);
  const [least, most] = [charge[0] * storage.charge_efficiency, charge[1] * storage.charge_efficiency];
  const [leastDown, down] = [
    discharge[0] / storage.discharge_efficiency,
    discharge[1] / storage.discharge_efficiency,
  ];
  const spent = (price + storage.charge_cost_usd_per_mwh) * charge[0];
  const earned = (price - at(storage.discharge_cost_usd_per_mwh, hour)) * discharge[1];
  return fromPieces(least - down, spent - earned, [
    { width: down - leastDown, slope: giving },
    { width: most - least, slope: taking },
  ]);
}

interface StoragePrices {
  /** $/MWh, shape [horizon]. */
  readonly energy: ArrayLike<number>;
  /** $/MW, at least 0, shape [horizon]. */
  readonly up: ArrayLike<number>;
  readonly down: ArrayLike<number>;
}

/** Tolerance of energy limits, MWh. */
const MEETING = 1e-6;

/**
 * The cheapest use of one storage that also gives reserve, at prices up and down of upward and downward reserve. With n
 * the net discharge, D and C the largest discharge and charge, eta_d the discharge efficiency, e the energy at the end
 * of the hour, m and E its least and largest value, an hour earns
 *
 *     price n + up min(D - n, eta_d (e - m)) + down min(C + n, E - e)
 *
 * less the costs of charging and discharging. The final energy has its value. The earnings are a function of the energy
 * before and after the hour (partial-minimum.ts). For a gain of energy, the charge is at least the one that reaches the
 * gain, and at most the one whose surplus can still be discharged, with both powers within their limits or sharing the
 * hour. Spill is taken from `held`.
 *
 * `keeps`: true in hours that keep the direction of `held`. Returns the least cost, $; Infinity if the storage cannot
 * reach its final energy.
 */
export function cheapestReserving(
  storage: JudgedStorage,
  prices: StoragePrices,
  held: Held,
  keeps: (hour: number) => boolean,
): number {
  return atFirstEnergies(storage, prices.energy, (before, worth) => {
    let cost: Convex | undefined = before;
    for (let hour = 0; cost && hour < prices.energy.length; hour++) {
      const powers = heldPowers(storage, held, hour, keeps(hour));
      const brought = at(storage.inflow_mw, hour) - at(held.spill, hour);
      const paid = [at(prices.energy, hour), at(prices.up, hour), at(prices.down, hour)] as const;
      cost = nextHour(storage, cost, { hour, powers, brought }, paid);
    }
    return finalCost(storage, cost, worth);
  });
}

interface Hour {
  readonly hour: number;
  /** Powers in this hour; the limits of the storage bound its reserve. */
  readonly powers: Powers;
  /** Inflow that is not spilled, MW. */
  readonly brought: number;
}

function nextHour(
  storage: JudgedStorage,
  before: Convex,
  { hour, powers, brought }: Hour,
  [energy, up, down]: readonly [energy: number, up: number, down: number],
): Convex | undefined {
  const { charge_efficiency, discharge_efficiency, energy_mwh, kept } = storage;
  const [charge_mw, discharge_mw] = [at(storage.charge_mw, hour), at(storage.discharge_mw, hour)];
  const discharge_cost = at(storage.discharge_cost_usd_per_mwh, hour);
  const least = at(storage.min_mwh, hour);
  const { lowest, highest, gained } = chargesOf(storage, powers);
  const netOf = (charge: number, mwh: number): number =>
    discharge_efficiency * (charge_efficiency * charge - mwh) - charge;
  const cost = (from: number, to: number): number => {
    const mwh = to - kept * from - brought;
    if (mwh > gained[1] + MEETING || mwh < gained[0] - MEETING) return Number.POSITIVE_INFINITY;
    const [little, much] = [chargeAt(lowest, mwh, Math.max), chargeAt(highest, mwh, Math.min)];
    const high = netOf(little, mwh);
    const low = Math.min(high, netOf(much, mwh));
    const stored = discharge_efficiency * (to - least);
    const bent = [discharge_mw - stored, energy_mwh - to - charge_mw].filter((n) => n > low && n < high);
    const use = (n: number): number => {
      const charge = high > low ? little + ((high - n) / (high - low)) * (much - little) : little;
      return storage.charge_cost_usd_per_mwh * charge + discharge_cost * (n + charge);
    };
    const at = (n: number): number =>
      use(n) -
      energy * n -
      up * Math.max(0, Math.min(discharge_mw - n, stored)) -
      down * Math.max(0, Math.min(charge_mw + n, energy_mwh - to));
    return Math.min(...[low, high, ...bent].map(at));
  };
  // Lines on which, with the charge at one of its bounds, the energy begins to limit upward or downward reserve.
  const turns = [
    { slope: discharge_efficiency, c: discharge_mw + discharge_efficiency * least },
    { slope: 1, c: energy_mwh - charge_mw },
  ].flatMap(({ slope, c }): Line[] =>
    [...lowest, ...highest].map((bound) => {
      const n = netOf(bound.from, 0);
      const a = n - netOf(bound.from + bound.slope, 1);
      return { x: a * kept, y: slope - a, c: c - n - a * brought };
    }),
  );
  const bends = [lowest, highest].flatMap(([one, other]) =>
    one && other ? [(other.from - one.from) / (one.slope - other.slope)] : [],
  );
  const lines: Line[] = [...gained, ...bends].map((c) => ({ x: -kept, y: 1, c: c + brought }));
  return partialMinimum(before, cost, [...lines, ...turns], [least, energy_mwh]);
}
