/**
 * The cheapest use of one storage at prices of energy: min sum_t price (charge - discharge) within its limits. The cost
 * up to an hour as a function of the energy stored is convex where no price is below 0. Below 0 charging and
 * discharging in turn is what costs least between the two, so that the least cost is a lower bound there.
 */
import type { Storage } from '../../temporal/messages/resources.ts';
import { type Convex, convolve, fromPieces, minimum, within } from './convex.ts';

/** `prices`: $/MWh, shape [horizon]. $; Infinity when the storage has no way to its final energy. */
export function cheapestStorage(storage: Storage, prices: ArrayLike<number>): number {
  let cost: Convex | undefined = { at: [storage.initial_mwh], slopes: [], value: 0 };
  for (const price of Array.from(prices)) {
    cost = within(convolve(cost, hourOf(storage, price)), 0, storage.energy_mwh);
    if (!cost) return Number.POSITIVE_INFINITY;
  }
  const ended = within(cost, storage.final_mwh ?? 0, storage.energy_mwh);
  return ended ? minimum(ended) : Number.POSITIVE_INFINITY;
}

/** $ of one hour by the energy gained, MWh. */
function hourOf({ charge_mw, discharge_mw, efficiency }: Storage, price: number): Convex {
  const gained = efficiency * charge_mw;
  const pieces =
    price < 0
      ? [
          {
            width: discharge_mw + gained,
            slope: (price * (charge_mw + discharge_mw)) / (discharge_mw + gained),
          },
        ]
      : [
          { width: discharge_mw, slope: price },
          { width: gained, slope: price / efficiency },
        ];
  return fromPieces(-discharge_mw, -price * discharge_mw, pieces);
}
