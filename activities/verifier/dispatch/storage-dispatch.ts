/**
 * The cheapest use of one storage at given prices of energy, with stored energy worth v a MWh at the end: min sum_t
 * price (charge - discharge) + costs of charging and discharging - v e[T] within its limits. The cost up to an hour, as
 * a function of the stored energy, is convex if storing a MWh costs no less than discharging it earns. Otherwise
 * sharing the hour between charging and discharging costs the least, so that the minimum is a lower bound, unless the
 * storage keeps given directions.
 */
import type { JudgedStorage } from '../schedule/case.ts';
import type { StorageHours } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';
import { type Convex, convolve, fromPieces, minimum, scaled, tilted, within } from './convex.ts';
import { atFirstEnergies } from './cyclic-energy.ts';
import { type Line, partialMinimum } from './partial-minimum.ts';

/** MW, shape [horizon]. */
type Held = Pick<StorageHours, 'charge' | 'discharge' | 'spill'>;

/** Largest powers of an hour, MW. */
interface Powers {
  readonly charge: number;
  readonly discharge: number;
}

/**
 * `prices`: $/MWh, shape [horizon]. `held`: powers of the schedule, whose directions are kept where burning energy
 * would pay. Least cost, $; Infinity if the storage cannot reach its final energy.
 */
export function cheapestStorage(storage: JudgedStorage, prices: ArrayLike<number>, held?: Held): number {
  return atFirstEnergies(storage, prices, (before, worth) => {
    let cost: Convex | undefined = before;
    for (const [hour, price] of Array.from(prices).entries()) {
      const pays = burns(storage, price);
      const powers = held && pays ? directedPowers(storage, held, hour) : powersOf(storage, hour);
      const step = pays && !held ? hullOf(storage, powers, price) : stepOf(storage, powers, price);
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

const powersOf = ({ charge_mw, discharge_mw }: JudgedStorage, hour: number): Powers => ({
  charge: at(charge_mw, hour),
  discharge: at(discharge_mw, hour),
});

/** $/MWh stored: cost of charging it, and earnings from discharging it. */
const worthOf = (storage: JudgedStorage, price: number) => ({
  taking: (price + storage.charge_cost_usd_per_mwh) / storage.charge_efficiency,
  giving: (price - storage.discharge_cost_usd_per_mwh) * storage.discharge_efficiency,
});

/** True if a MWh earns more in a round trip than it costs, so that charging and discharging at once would pay. */
export function burns(storage: JudgedStorage, price: number): boolean {
  const { taking, giving } = worthOf(storage, price);
  return taking < giving;
}

/** Powers in the direction of `held` alone; in both directions if the storage has no losses. */
function directedPowers(storage: JudgedStorage, { charge, discharge }: Held, hour: number): Powers {
  const powers = powersOf(storage, hour);
  if (storage.charge_efficiency * storage.discharge_efficiency === 1) return powers;
  return {
    charge: at(charge, hour) > 0 ? powers.charge : 0,
    discharge: at(discharge, hour) > 0 ? powers.discharge : 0,
  };
}

/** Cost of one hour, $, by energy gained, MWh, if charging and discharging share the hour. */
function hullOf(storage: JudgedStorage, { charge, discharge }: Powers, price: number): Convex {
  const down = discharge / storage.discharge_efficiency;
  const width = down + storage.charge_efficiency * charge;
  const earned = (price - storage.discharge_cost_usd_per_mwh) * discharge;
  const slope = ((price + storage.charge_cost_usd_per_mwh) * charge + earned) / width;
  return fromPieces(-down, -earned, [{ width, slope }]);
}

/** Cost of one hour, $, by energy gained, MWh, if storing a MWh costs no less than discharging it earns. */
function stepOf(storage: JudgedStorage, { charge, discharge }: Powers, price: number): Convex {
  const { taking, giving } = worthOf(storage, price);
  const down = discharge / storage.discharge_efficiency;
  return fromPieces(-down, -(price - storage.discharge_cost_usd_per_mwh) * discharge, [
    { width: down, slope: giving },
    { width: storage.charge_efficiency * charge, slope: taking },
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
 * The cheapest use of one storage that also gives reserve. With n the net discharge, D and C the largest discharge and
 * charge, e the energy at the end of the hour, m and E its least and largest value, an hour earns
 *
 *     price n + up min(D - n, eta_d (e - m)) + down min(C + n, E - e)
 *
 * less the costs of charging and discharging, and the final energy has its value: a function of the energy before and
 * after the hour (partial-minimum.ts). The net discharge lies between that of charging or discharging alone and that of
 * sharing the hour between both. Spill is taken from `held`.
 *
 * `keeps`: true in hours that keep the direction of `held`. Least cost, $; Infinity as above.
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
      const most = keeps(hour) ? directedPowers(storage, held, hour) : powersOf(storage, hour);
      const brought = at(storage.inflow_mw, hour) - at(held.spill, hour);
      const paid = [at(prices.energy, hour), at(prices.up, hour), at(prices.down, hour)] as const;
      cost = nextHour(storage, cost, { hour, most, brought }, paid);
    }
    return finalCost(storage, cost, worth);
  });
}

interface Hour {
  readonly hour: number;
  /** Largest powers in this hour; the limits of the storage bound its reserve. */
  readonly most: Powers;
  /** Inflow that is not spilled, MW. */
  readonly brought: number;
}

function nextHour(
  storage: JudgedStorage,
  before: Convex,
  { hour, most, brought }: Hour,
  [energy, up, down]: readonly [energy: number, up: number, down: number],
): Convex | undefined {
  const { charge_efficiency, discharge_efficiency, energy_mwh, kept } = storage;
  const { charge: charge_mw, discharge: discharge_mw } = powersOf(storage, hour);
  const least = at(storage.min_mwh, hour);
  const gained = charge_efficiency * most.charge;
  const drawn = most.discharge / discharge_efficiency;
  const width = drawn + gained;
  /** Net discharge lost per MWh gained, if charging and discharging share the hour. */
  const share = width > 0 ? (most.discharge + most.charge) / width : 1;
  const alone = (mwh: number): number => (mwh > 0 ? -mwh / charge_efficiency : -mwh * discharge_efficiency);
  const both = (mwh: number): number => most.discharge - share * (mwh + drawn);
  const cost = (from: number, to: number): number => {
    const mwh = to - kept * from - brought;
    if (mwh > gained + MEETING || mwh < -drawn - MEETING) return Number.POSITIVE_INFINITY;
    const high = alone(mwh);
    const low = Math.min(high, both(mwh));
    const stored = discharge_efficiency * (to - least);
    const bent = [discharge_mw - stored, energy_mwh - to - charge_mw].filter((n) => n > low && n < high);
    /** Power charged and discharged again to burn energy, MW. */
    const burnt = (n: number): number => (high > low ? ((high - n) / (high - low)) * roundTrip(mwh) : 0);
    const use = (n: number): number =>
      storage.charge_cost_usd_per_mwh * (Math.max(0, -high) + burnt(n)) +
      storage.discharge_cost_usd_per_mwh * (Math.max(0, high) + burnt(n) - (high - n));
    const at = (n: number): number =>
      use(n) -
      energy * n -
      up * Math.max(0, Math.min(discharge_mw - n, stored)) -
      down * Math.max(0, Math.min(charge_mw + n, energy_mwh - to));
    return Math.min(...[low, high, ...bent].map(at));
  };
  /** Charge if the hour is shared, less charge alone, MW. */
  const roundTrip = (mwh: number): number =>
    width > 0 ? (most.charge * (mwh + drawn)) / width - Math.max(0, mwh) / charge_efficiency : 0;
  // Lines where n, alone or shared, is the discharge at which the energy begins to limit the reserve: upward, downward.
  const turns = [
    { slope: discharge_efficiency, c: discharge_mw + discharge_efficiency * least },
    { slope: 1, c: energy_mwh - charge_mw },
  ].flatMap(({ slope, c }): Line[] =>
    [
      { a: discharge_efficiency, n: 0 },
      { a: 1 / charge_efficiency, n: 0 },
      { a: share, n: most.discharge - share * drawn },
    ].map(({ a, n }) => ({ x: a * kept, y: slope - a, c: c - n - a * brought })),
  );
  const lines: Line[] = [-drawn, 0, gained].map((c) => ({ x: -kept, y: 1, c: c + brought }));
  return partialMinimum(before, cost, [...lines, ...turns], [least, energy_mwh]);
}
