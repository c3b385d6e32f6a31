/** Prices of a schedule as records: one per bus and hour, or one per bus or hour over all of them. */
import { groupBy } from '../../../temporal/case/arithmetic/group-by.ts';
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import { firstMost, round6, said, total } from './figures.ts';

export interface PriceRow {
  readonly bus: string;
  readonly hour: number;
  readonly price_usd_per_mwh: number;
  readonly energy_usd_per_mwh: number;
  readonly congestion_usd_per_mwh: number;
  readonly loss_usd_per_mwh: number;
}

interface BusPrices {
  readonly bus: string;
  readonly hours: number;
  readonly min_price_usd_per_mwh: number;
  readonly min_hour: number;
  readonly max_price_usd_per_mwh: number;
  readonly max_hour: number;
  readonly mean_price_usd_per_mwh: number;
  readonly mean_congestion_usd_per_mwh: number;
}

/** The cheapest and the dearest bus of an hour. */
export interface HourPrices {
  readonly hour: number;
  readonly min_bus: string;
  readonly min_price_usd_per_mwh: number;
  readonly max_bus: string;
  readonly max_price_usd_per_mwh: number;
  readonly spread_usd_per_mwh: number;
}

/** By bus, then by hour. */
export const priceRows = ({ lmp, lmp_components }: SolveResult): PriceRow[] =>
  Object.entries(lmp).flatMap(([bus, prices]) =>
    prices.map((price, hour) => ({
      bus,
      hour,
      price_usd_per_mwh: price,
      energy_usd_per_mwh: amountAt(lmp_components[bus]?.energy, hour),
      congestion_usd_per_mwh: amountAt(lmp_components[bus]?.congestion, hour),
      loss_usd_per_mwh: amountAt(lmp_components[bus]?.loss, hour),
    })),
  );

export function pricesByBus(rows: readonly PriceRow[]): BusPrices[] {
  return [...groupBy(rows, ({ bus }) => bus)].flatMap(([bus, own]) => {
    const lowest = firstMost(own, (row) => -row.price_usd_per_mwh);
    const highest = firstMost(own, (row) => row.price_usd_per_mwh);
    if (!lowest || !highest) return [];
    const mean = (figure: (row: PriceRow) => number): number => round6(total(own.map(figure)) / own.length);
    return [
      {
        bus,
        hours: own.length,
        min_price_usd_per_mwh: lowest.price_usd_per_mwh,
        min_hour: lowest.hour,
        max_price_usd_per_mwh: highest.price_usd_per_mwh,
        max_hour: highest.hour,
        mean_price_usd_per_mwh: mean((row) => row.price_usd_per_mwh),
        mean_congestion_usd_per_mwh: mean((row) => row.congestion_usd_per_mwh),
      },
    ];
  });
}

export function pricesByHour(rows: readonly PriceRow[]): HourPrices[] {
  return [...groupBy(rows, ({ hour }) => hour)].flatMap(([hour, own]) => {
    const lowest = firstMost(own, (row) => -row.price_usd_per_mwh);
    const highest = firstMost(own, (row) => row.price_usd_per_mwh);
    if (!lowest || !highest) return [];
    return [
      {
        hour,
        min_bus: lowest.bus,
        min_price_usd_per_mwh: lowest.price_usd_per_mwh,
        max_bus: highest.bus,
        max_price_usd_per_mwh: highest.price_usd_per_mwh,
        spread_usd_per_mwh: round6(highest.price_usd_per_mwh - lowest.price_usd_per_mwh),
      },
    ];
  });
}

/** A price and what it is made of, in one sentence. */
export const priceSentence = (row: PriceRow): string =>
  `At hour ${row.hour} the price at ${row.bus} is ${said(row.price_usd_per_mwh)} $/MWh: ${said(row.energy_usd_per_mwh)} energy + ${said(row.congestion_usd_per_mwh)} congestion + ${said(row.loss_usd_per_mwh)} loss.`;
