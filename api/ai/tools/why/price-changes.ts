/** Average price of each bus, and of all buses by load, in two solves, $/MWh. */
import type { SolvePayload } from '../../../../temporal/messages/payload.ts';
import type { SolveResult } from '../../../../temporal/messages/result.ts';
import { round } from './round.ts';

export interface BusPriceChange {
  readonly bus: string;
  readonly base_average_price_usd_per_mwh: number;
  readonly average_price_usd_per_mwh: number;
}

type Priced = Pick<SolveResult, 'lmp'>;

/** The largest difference first. */
export const busPriceChanges = (base: Priced, alternative: Priced): BusPriceChange[] =>
  Object.entries(base.lmp)
    .map(([bus, prices]) => ({
      bus,
      base_average_price_usd_per_mwh: round(average(prices)),
      average_price_usd_per_mwh: round(average(alternative.lmp[bus] ?? [])),
    }))
    .sort((a, b) => size(b) - size(a));

const size = (change: BusPriceChange): number =>
  Math.abs(change.average_price_usd_per_mwh - change.base_average_price_usd_per_mwh);

const average = (prices: readonly number[]): number =>
  prices.length === 0 ? 0 : prices.reduce((sum, price) => sum + price, 0) / prices.length;

/** Weighted by the load of each bus and hour; null without load. */
export function averageLoadPrice({ loads }: Pick<SolvePayload, 'loads'>, { lmp }: Priced): number | null {
  let [paid, energy] = [0, 0];
  for (const { bus, values } of loads) {
    for (const [hour, mw] of values.entries()) {
      paid += mw * (lmp[`bus_${bus}`]?.[hour] ?? 0);
      energy += mw;
    }
  }
  return energy > 0 ? round(paid / energy) : null;
}
