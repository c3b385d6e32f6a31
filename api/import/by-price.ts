/** A source whose price changes from hour to hour -> one renewable per price, each with the hours of that price. */
import type { Renewable } from '../../temporal/messages/resources.ts';

/** Powers in MW and prices in $/MWh, shape [T]. */
export interface PricedSource {
  readonly name: string;
  readonly bus: number;
  readonly pMin: readonly number[];
  readonly pMax: readonly number[];
  readonly price: readonly number[];
}

export function byPrice({ name, bus, pMin, pMax, price }: PricedSource): Renewable[] {
  const prices = [...new Set(price)];
  return prices.map((marginal_cost) => {
    const when = (mw: readonly number[]) => mw.map((value, t) => (price[t] === marginal_cost ? value : 0));
    return {
      name: prices.length === 1 ? name : `${name} at ${marginal_cost} $/MWh`,
      bus,
      p_min: when(pMin),
      p_max: when(pMax),
      marginal_cost,
    };
  });
}
