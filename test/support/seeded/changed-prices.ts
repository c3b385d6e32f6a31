/** Makes copies of a result whose changed prices prove a larger, smaller or equal part of its cost. */
import type { Series } from '../../../temporal/case/messages/result.ts';
import { randomDraw } from '../cases/random.ts';
import type { MutableResult } from '../mutations/mutants.ts';

/** Changes one reserve price, or all energy prices of an hour, slightly or strongly. */
export function changedPrices(result: MutableResult, seed: number): MutableResult {
  const draw = randomDraw(seed);
  const copy = structuredClone(result);
  const amount = (draw.chance(0.5) ? 1 : -1) * 10 ** draw.real(-2, 2);
  const hour = draw.integer(0, (Object.values(copy.lmp)[0]?.length ?? 1) - 1);
  const [product] = draw.chance(0.4) ? Object.keys(copy.reserve_price_usd_per_mw ?? {}) : [];
  if (product !== undefined) addToPrice(copy.reserve_price_usd_per_mw, product, hour, amount);
  else addToEnergy(copy, hour, amount);
  return copy;
}

function addToPrice(prices: Series | undefined, product: string, hour: number, amount: number): void {
  const hours = prices?.[product];
  if (hours) hours[hour] = Math.max(0, (hours[hour] ?? 0) + amount);
}

function addToEnergy({ lmp, lmp_components }: MutableResult, hour: number, amount: number): void {
  for (const [bus, { energy }] of Object.entries(lmp_components)) {
    energy[hour] = (energy[hour] ?? 0) + amount;
    const prices = lmp[bus];
    if (prices) prices[hour] = (prices[hour] ?? 0) + amount;
  }
}
