/**
 * The cheapest use of one storage that also gives reserve, at prices of energy and of reserve upward and downward. With n the net
 * discharge, D and C the largest discharge and charge, e the energy at the end of the hour and E the capacity, an hour earns
 *
 *     price n + up min(D - n, e) + down min(C + n, E - e)
 *
 * and what is left at the end what it is worth: a function of the energy before and after it (partial-minimum.ts). It may take any energy between charging or
 * discharging alone and doing both at once in shares of the hour, unless it keeps to given directions.
 */
import type { Storage } from '../../../temporal/case/messages/resources.ts';
import type { StorageHours } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';
import { type Convex, minimum, tilted, within } from './convex.ts';
import { type Line, partialMinimum } from './partial-minimum.ts';

interface StoragePrices {
  /** $/MWh, shape [horizon]. */
  readonly energy: ArrayLike<number>;
  /** $/MW, at least 0, shape [horizon]. */
  readonly up: ArrayLike<number>;
  readonly down: ArrayLike<number>;
}

/** Energies may miss a limit by less than this, MWh. */
const MEETING = 1e-6;

/** `keeps`: hours in which it goes on in the direction of `held`. $; Infinity when it has no way to its final energy. */
export function cheapestReserving(
  storage: Storage,
  prices: StoragePrices,
  held: Pick<StorageHours, 'charge' | 'discharge'>,
  keeps: (hour: number) => boolean,
): number {
  let cost: Convex | undefined = { at: [storage.initial_mwh], slopes: [], value: 0 };
  for (let hour = 0; cost && hour < prices.energy.length; hour++) {
    const { charge_mw, discharge_mw } = storage;
    const kept = keeps(hour) && storage.efficiency < 1;
    const most = {
      charge: kept && !(at(held.charge, hour) > 0) ? 0 : charge_mw,
      discharge: kept && !(at(held.discharge, hour) > 0) ? 0 : discharge_mw,
    };
    const paid = [at(prices.energy, hour), at(prices.up, hour), at(prices.down, hour)] as const;
    cost = nextHour(storage, cost, most, paid);
  }
  const ended = cost && within(cost, storage.final_mwh ?? 0, storage.energy_mwh);
  return ended ? minimum(tilted(ended, -(storage.final_value_usd_per_mwh ?? 0))) : Number.POSITIVE_INFINITY;
}

/** `most`: MW in this hour; what its reserve is measured by are the limits of the storage. */
function nextHour(
  { charge_mw, discharge_mw, efficiency, energy_mwh }: Storage,
  before: Convex,
  most: { readonly charge: number; readonly discharge: number },
  [energy, up, down]: readonly [energy: number, up: number, down: number],
): Convex | undefined {
  const gained = efficiency * most.charge;
  const width = most.discharge + gained;
  /** Net discharge lost with a MWh gained, where both are done in shares of the hour. */
  const share = width > 0 ? (most.discharge + most.charge) / width : 1;
  const alone = (mwh: number): number => (mwh > 0 ? -mwh / efficiency : -mwh);
  const both = (mwh: number): number => most.discharge - share * (mwh + most.discharge);
  const cost = (from: number, to: number): number => {
    const mwh = to - from;
    if (mwh > gained + MEETING || mwh < -most.discharge - MEETING) return Number.POSITIVE_INFINITY;
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
    { x: share, y: -share - slope, c: c - most.discharge + share * most.discharge },
  ]);
  const lines: Line[] = [-most.discharge, 0, gained].map((c) => ({ x: -1, y: 1, c }));
  return partialMinimum(before, cost, [...lines, ...turns], [0, energy_mwh]);
}
