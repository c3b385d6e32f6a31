/**
 * A load that is served only for its revenue -> a load that is always there, and a source at its bus that takes it
 * away again at the price of the revenue lost: revenue D - revenue (D - s), with s not served.
 */
import type { Load, Renewable } from '../../../temporal/messages/resources.ts';
import { byPrice } from '../by-price.ts';
import type { JsonObject } from '../json-object.ts';
import type { CaseContext } from './case-context.ts';

export interface PriceSensitiveLoad {
  readonly load: Load;
  readonly unserved: Renewable[];
}

export function priceSensitiveLoad(name: string, item: JsonObject, context: CaseContext): PriceSensitiveLoad {
  const { periods, report } = context;
  const bus = context.busOf(item, 'Bus');
  const demand = item.series('Demand (MW)', periods);
  const price = item.series('Revenue ($/MW)', periods);
  const message =
    'A price-sensitive load is a load and a source of the same size that costs the revenue lost: the objective is higher by all revenue there could be';
  report.change('info', 'price_sensitive_load', message, item.path);
  const unserved = byPrice({ name, bus, pMin: demand.map(() => 0), pMax: demand, price });
  return { load: { bus, values: demand }, unserved };
}
