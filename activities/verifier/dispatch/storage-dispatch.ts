/**
 * The cheapest use of one storage at prices of energy, what is left at the end being worth v a MWh:
 * min sum_t price (charge - discharge) + what both cost - v e[T] within its limits. The cost up to an hour as a function of the
 * energy stored is convex where a MWh stored costs no less than it earns again. Where it costs less, charging and discharging in
 * turn is what costs least between the two, so that the least cost is a lower bound there, unless the storage keeps to directions
 * that are given.
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
 * `prices`: $/MWh, shape [horizon]. `held`: what it does, to which it keeps where burning energy would pay. $; Infinity when the
 * storage has no way to its final energy.
 */
export function cheapestStorage(storage: JudgedStorage, prices: ArrayLike<number>, held?: Held): number {
  return atFirstEnergies(storage, prices, (before, worth) => {
    let cost: Convex | undefined = before;
    for (const [hour, price] of Array.from(prices).entries()) {
      const pays = burns(storage, price);
      const powers = held && pays ? keeping(storage, held, hour) : powersOf(storage, hour);
      const step = pays && !held ? hullOf(storage, powers, price) : stepOf(storage, powers, price);
      const inflow = fromPieces(0, 0, [{ width: at(storage.inflow_mw, hour), slope: 0 }]);
      const left = scaled(cost, storage.kept);
      cost = within(convolve(convolve(left, step), inflow), at(storage.min_mwh, hour), storage.energy_mwh);
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

/** $/MWh stored: what it costs to charge it, and what it earns when it is discharged. */
const worthOf = (storage: JudgedStorage, price: number) => ({
  taking: (price + storage.charge_cost_usd_per_mwh) / storage.charge_efficiency,
  giving: (price - storage.discharge_cost_usd_per_mwh) * storage.discharge_efficiency,
});

/** Whether a MWh earns more in a round trip than it costs, so that it would charge and discharge at once to burn energy. */
export function burns(storage: JudgedStorage, price: number): boolean {
  const { taking, giving } = worthOf(storage, price);
  return taking < giving;
}

/** It goes on in its direction only, unless it loses nothing. */
function keeping(storage: JudgedStorage, { charge, discharge }: Held, hour: number): Powers {
  const powers = powersOf(storage, hour);
  if (storage.charge_efficiency * storage.discharge_efficiency === 1) return powers;
  return {
    charge: at(charge, hour) > 0 ? powers.charge : 0,
    discharge: at(discharge, hour) > 0 ? powers.discharge : 0,
  };
}

/** $ of one hour by the energy gained, MWh, where charging and discharging take their shares of the hour. */
function hullOf(storage: JudgedStorage, { charge, discharge }: Powers, price: number): Convex {
  const down = discharge / storage.discharge_efficiency;
  const width = down + storage.charge_efficiency * charge;
  const earned = (price - storage.discharge_cost_usd_per_mwh) * discharge;
  const slope = ((price + storage.charge_cost_usd_per_mwh) * charge + earned) / width;
  return fromPieces(-down, -earned, [{ width, slope }]);
}

/** $ by the energy gained, MWh, where charging costs no less a MWh stored than discharging earns. */
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

/** Energies may miss a limit by less than this, MWh. */
const MEETING = 1e-6;

/**
 * The cheapest use of one storage that also gives reserve. With n the net discharge, D and C the largest discharge and
 * charge, e the energy at the end of the hour, m and E the least and the most of it, an hour earns
 *
 *     price n + up min(D - n, eta_d (e - m)) + down min(C + n, E - e)
 *
 * less what charging and discharging cost, and the final energy has its worth: a function of the energy before and
 * after it (partial-minimum.ts). It may take any energy between charging or discharging alone and doing both at once in shares
 * of the hour. What flows in is spilled as it is.
 *
 * `keeps`: hours in which it goes on in the direction of `held`. $, or Infinity as above.
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
      const most = keeps(hour) ? keeping(storage, held, hour) : powersOf(storage, hour);
      const brought = at(storage.inflow_mw, hour) - at(held.spill, hour);
      const paid = [at(prices.energy, hour), at(prices.up, hour), at(prices.down, hour)] as const;
      cost = nextHour(storage, cost, { hour, most, brought }, paid);
    }
    return finalCost(storage, cost, worth);
  });
}

interface Hour {
  readonly hour: number;
  /** Its powers in this hour; its reserve is measured by the limits of the storage. */
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
  /** Net discharge lost with a MWh gained, where both are done in shares of the hour. */
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
  /** Charge in shares of the hour less charge alone, MW. */
  const roundTrip = (mwh: number): number =>
    width > 0 ? (most.charge * (mwh + drawn)) / width - Math.max(0, mwh) / charge_efficiency : 0;
  // Where n, alone or both, is the discharge at which the energy limits the reserve: upward, downward.
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
