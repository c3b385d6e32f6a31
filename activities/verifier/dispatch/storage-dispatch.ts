/**
 * The cheapest use of one storage at prices of energy, what is left at the end being worth v a MWh:
 * min sum_t price (charge - discharge) - v e[T] within its limits. The cost up to an hour as a function of the energy
 * stored is convex where no price is below 0. Below 0 charging and discharging in turn is what costs least between the
 * two, so that the least cost is a lower bound there, unless the storage keeps to directions that are given.
 */
import type { JudgedStorage } from '../schedule/case.ts';
import type { StorageHours } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';
import { type Convex, convolve, fromPieces, minimum, tilted, within } from './convex.ts';
import { type Line, partialMinimum } from './partial-minimum.ts';

/** MW, shape [horizon]. */
type Held = Pick<StorageHours, 'charge' | 'discharge'>;

/**
 * `prices`: $/MWh, shape [horizon]. `held`: what it does, to which it keeps at prices below 0. $; Infinity when the
 * storage has no way to its final energy.
 */
export function cheapestStorage(storage: JudgedStorage, prices: ArrayLike<number>, held?: Held): number {
  let cost: Convex | undefined = initialCost(storage);
  for (const [hour, price] of Array.from(prices).entries()) {
    const limited = held && price < 0 ? keeping(storage, held, hour) : storage;
    const step = held ? stepOf(limited, price) : hourOf(storage, price);
    cost = within(convolve(cost, step), 0, storage.energy_mwh);
    if (!cost) break;
  }
  return finalCost(storage, cost);
}

/** By the energy stored, as everything up to an hour is. */
const initialCost = ({ initial_mwh }: JudgedStorage): Convex => ({ at: [initial_mwh], slopes: [], value: 0 });

function finalCost(storage: JudgedStorage, cost: Convex | undefined): number {
  const ended = cost && within(cost, storage.final_mwh, storage.energy_mwh);
  return ended ? minimum(tilted(ended, -storage.final_value_usd_per_mwh)) : Number.POSITIVE_INFINITY;
}

/** With losses it would charge and discharge at once to burn energy; it goes on in its direction only. */
const keeping = (storage: JudgedStorage, { charge, discharge }: Held, hour: number): JudgedStorage =>
  storage.efficiency === 1
    ? storage
    : {
        ...storage,
        charge_mw: at(charge, hour) > 0 ? storage.charge_mw : 0,
        discharge_mw: at(discharge, hour) > 0 ? storage.discharge_mw : 0,
      };

/** $ of one hour by the energy gained, MWh. */
function hourOf(storage: JudgedStorage, price: number): Convex {
  const { charge_mw, discharge_mw, efficiency } = storage;
  if (price >= 0) return stepOf(storage, price);
  const width = discharge_mw + efficiency * charge_mw;
  const slope = (price * (charge_mw + discharge_mw)) / width;
  return fromPieces(-discharge_mw, -price * discharge_mw, [{ width, slope }]);
}

/** $ by the energy gained, MWh, where charging costs no less a MWh stored than discharging earns. */
const stepOf = ({ charge_mw, discharge_mw, efficiency }: JudgedStorage, price: number): Convex =>
  fromPieces(-discharge_mw, -price * discharge_mw, [
    { width: discharge_mw, slope: price },
    { width: efficiency * charge_mw, slope: price / efficiency },
  ]);

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
 * charge, e the energy at the end of the hour and E the capacity, an hour earns
 *
 *     price n + up min(D - n, e) + down min(C + n, E - e)
 *
 * and what is left at the end what it is worth: a function of the energy before and after it (partial-minimum.ts). It
 * may take any energy between charging or discharging alone and doing both at once in shares of the hour.
 *
 * `keeps`: hours in which it goes on in the direction of `held`. $, or Infinity as above.
 */
export function cheapestReserving(
  storage: JudgedStorage,
  prices: StoragePrices,
  held: Held,
  keeps: (hour: number) => boolean,
): number {
  let cost: Convex | undefined = initialCost(storage);
  for (let hour = 0; cost && hour < prices.energy.length; hour++) {
    const most = keeps(hour) ? keeping(storage, held, hour) : storage;
    const paid = [at(prices.energy, hour), at(prices.up, hour), at(prices.down, hour)] as const;
    cost = nextHour(storage, cost, most, paid);
  }
  return finalCost(storage, cost);
}

/** `most`: its powers in this hour; its reserve is measured by the limits of `storage`. */
function nextHour(
  { charge_mw, discharge_mw, efficiency, energy_mwh }: JudgedStorage,
  before: Convex,
  most: JudgedStorage,
  [energy, up, down]: readonly [energy: number, up: number, down: number],
): Convex | undefined {
  const gained = efficiency * most.charge_mw;
  const width = most.discharge_mw + gained;
  /** Net discharge lost with a MWh gained, where both are done in shares of the hour. */
  const share = width > 0 ? (most.discharge_mw + most.charge_mw) / width : 1;
  const alone = (mwh: number): number => (mwh > 0 ? -mwh / efficiency : -mwh);
  const both = (mwh: number): number => most.discharge_mw - share * (mwh + most.discharge_mw);
  const cost = (from: number, to: number): number => {
    const mwh = to - from;
    if (mwh > gained + MEETING || mwh < -most.discharge_mw - MEETING) return Number.POSITIVE_INFINITY;
    const high = alone(mwh);
    const low = Math.min(high, both(mwh));
    const bent = [discharge_mw - to, energy_mwh - to - charge_mw].filter((n) => n > low && n < high);
    const at = (n: number): number =>
      -energy * n -
      up * Math.max(0, Math.min(discharge_mw - n, to)) -
      down * Math.max(0, Math.min(charge_mw + n, energy_mwh - to));
    return Math.min(...[low, high, ...bent].map(at));
  };
  // Where n, alone or both, is the discharge at which the energy limits the reserve: upward, downward.
  const turns = [
    { slope: -1, c: discharge_mw },
    { slope: -1, c: energy_mwh - charge_mw },
  ].flatMap(({ slope, c }): Line[] => [
    { x: 1, y: -1 - slope, c },
    { x: 1 / efficiency, y: -1 / efficiency - slope, c },
    { x: share, y: -share - slope, c: c - most.discharge_mw + share * most.discharge_mw },
  ]);
  const lines: Line[] = [-most.discharge_mw, 0, gained].map((c) => ({ x: -1, y: 1, c }));
  return partialMinimum(before, cost, [...lines, ...turns], [0, energy_mwh]);
}
