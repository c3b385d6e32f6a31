/**
 * The cheapest use of one storage at prices of energy, what is left at the end being worth v a MWh:
 * min sum_t price (charge - discharge) - v e[T] within its limits. The cost
 * up to an hour as a function of the energy stored is convex where no price is below 0. Below 0 charging and
 * discharging in turn is what costs least between the two, so that the least cost is a lower bound there, unless the
 * storage keeps to directions that are given.
 */
import type { Storage } from '../../../temporal/case/messages/resources.ts';
import type { StorageHours } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';
import { type Convex, convolve, fromPieces, minimum, tilted, within } from './convex.ts';

/**
 * `prices`: $/MWh, shape [horizon]. `held`: what it does, MW, to which it keeps at prices below 0. $; Infinity when the
 * storage has no way to its final energy.
 */
export function cheapestStorage(
  storage: Storage,
  prices: ArrayLike<number>,
  held?: Pick<StorageHours, 'charge' | 'discharge'>,
): number {
  let cost: Convex | undefined = { at: [storage.initial_mwh], slopes: [], value: 0 };
  for (const [hour, price] of Array.from(prices).entries()) {
    const limited =
      held && price < 0 ? keeping(storage, at(held.charge, hour), at(held.discharge, hour)) : storage;
    const step = held ? stepOf(limited, price) : hourOf(storage, price);
    cost = within(convolve(cost, step), 0, storage.energy_mwh);
    if (!cost) return Number.POSITIVE_INFINITY;
  }
  const ended = within(cost, storage.final_mwh ?? 0, storage.energy_mwh);
  return ended ? minimum(tilted(ended, -(storage.final_value_usd_per_mwh ?? 0))) : Number.POSITIVE_INFINITY;
}

/** With losses it would charge and discharge at once to burn energy; it goes on in its direction only. */
const keeping = (storage: Storage, charge: number, discharge: number): Storage =>
  storage.efficiency === 1
    ? storage
    : {
        ...storage,
        charge_mw: charge > 0 ? storage.charge_mw : 0,
        discharge_mw: discharge > 0 ? storage.discharge_mw : 0,
      };

/** $ of one hour by the energy gained, MWh. */
function hourOf(storage: Storage, price: number): Convex {
  const { charge_mw, discharge_mw, efficiency } = storage;
  if (price >= 0) return stepOf(storage, price);
  const width = discharge_mw + efficiency * charge_mw;
  const slope = (price * (charge_mw + discharge_mw)) / width;
  return fromPieces(-discharge_mw, -price * discharge_mw, [{ width, slope }]);
}

/** $ by the energy gained, MWh, where charging costs no less a MWh stored than discharging earns. */
const stepOf = ({ charge_mw, discharge_mw, efficiency }: Storage, price: number): Convex =>
  fromPieces(-discharge_mw, -price * discharge_mw, [
    { width: discharge_mw, slope: price },
    { width: efficiency * charge_mw, slope: price / efficiency },
  ]);
