/**
 * Energy prices by merit order (Wood, Wollenberg, Sheblé, Power Generation, Operation and Control, 2013): in each
 * island and hour the full-load price of the unit with which the cheapest ones cover the load that renewables leave.
 */

import { islandBuses } from '../network/network.ts';
import type { Instance } from './instance.ts';
import { fullLoadPrice } from './unit-cost.ts';

/** $/MWh, shape [islands][T]; 0 where no unit is needed. */
export function meritOrderPrices(instance: Instance): number[][] {
  return islandBuses(instance.network).map((buses) => {
    const members = new Set(buses);
    return Array.from({ length: instance.periods }, (_, t) => priceAt(instance, members, t));
  });
}

function priceAt({ units, load, renewables }: Instance, buses: ReadonlySet<number>, t: number): number {
  let mw = 0;
  for (const b of buses) mw += load[b]?.[t] ?? 0;
  for (const { at, p_max } of renewables) if (buses.has(at)) mw -= p_max[t] ?? 0;
  const offers = units
    .filter((unit) => buses.has(unit.bus) && unit.mayBeOn[t])
    .map((unit) => ({
      price: Math.max(0, fullLoadPrice(unit, t)),
      mw: unit.count * (unit.pMax[t] ?? 0),
    }))
    .filter((offer) => offer.mw > 0)
    .sort((a, b) => a.price - b.price);
  let price = 0;
  for (const offer of offers) {
    if (mw <= 0) break;
    mw -= offer.mw;
    price = offer.price;
  }
  return price;
}
