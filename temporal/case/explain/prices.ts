/** Components of prices; places, hours and limits with price differences. */
import { highestPrice, meanPrice, placesOf } from '../arithmetic/price-figures.ts';
import { amountAt } from '../arithmetic/series.ts';
import type { SolveResult } from '../messages/result.ts';
import { type Explainer, hasSchedule } from './artifact.ts';
import { type BindingRow, bindingName, bindingRows } from './binding-constraints.ts';
import { firstMost, mostTelling, round6, said, summarized, total } from './figures.ts';

const MAX_RECORDS = 400;
/** Prices that differ by less than this are equal, $/MWh. */
const SAME_PRICE = 1e-3;

export type PriceRow = ReturnType<typeof priceRows>[number];

/** One row per bus and hour, sorted by bus, then by hour. */
export const priceRows = ({ lmp, lmp_components }: SolveResult) =>
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

export const priceOf = ({ price_usd_per_mwh }: PriceRow): number => price_usd_per_mwh;

/** One summary per bus over its hours. */
export const pricesByBus = (rows: readonly PriceRow[]) =>
  summarized(
    rows,
    ({ bus }) => bus,
    priceOf,
    (group, lowest, highest) => ({
      bus: lowest.bus,
      hours: group.length,
      min_price_usd_per_mwh: priceOf(lowest),
      min_hour: lowest.hour,
      max_price_usd_per_mwh: priceOf(highest),
      max_hour: highest.hour,
      mean_price_usd_per_mwh: mean(group.map(priceOf)),
      mean_congestion_usd_per_mwh: mean(group.map(({ congestion_usd_per_mwh }) => congestion_usd_per_mwh)),
    }),
  );

const mean = (prices: readonly number[]): number => round6(total(prices) / prices.length);

/** Lowest and highest price of each hour, with their buses. */
const pricesByHour = (rows: readonly PriceRow[]) =>
  summarized(
    rows,
    ({ hour }) => hour,
    priceOf,
    (_, lowest, highest) => ({
      hour: lowest.hour,
      min_bus: lowest.bus,
      min_price_usd_per_mwh: priceOf(lowest),
      max_bus: highest.bus,
      max_price_usd_per_mwh: priceOf(highest),
      spread_usd_per_mwh: round6(priceOf(highest) - priceOf(lowest)),
    }),
  );

/** A price and its components in one sentence. */
export const priceSentence = (row: PriceRow): string =>
  `At hour ${row.hour} the price at ${row.bus} is ${said(row.price_usd_per_mwh)} $/MWh: ${said(row.energy_usd_per_mwh)} energy + ${said(row.congestion_usd_per_mwh)} congestion + ${said(row.loss_usd_per_mwh)} loss.`;

export const lmpDecomposition: Explainer = (payload, result) => {
  const rows = priceRows(result);
  if (!hasSchedule(result) || rows.length === 0) return undefined;
  const hours = pricesByHour(rows);
  const widest = firstMost(hours, ({ spread_usd_per_mwh }) => spread_usd_per_mwh);
  const peak = highestPrice(result.lmp);
  const highest = rows.find(({ bus, hour }) => bus === peak?.bus && hour === peak.hour);
  const congestion = bindingRows(payload, result);
  const hour = widest && widest.spread_usd_per_mwh > SAME_PRICE ? widest.hour : highest?.hour;
  const distance = ({ congestion_usd_per_mwh, loss_usd_per_mwh }: PriceRow): number =>
    Math.abs(congestion_usd_per_mwh) + Math.abs(loss_usd_per_mwh);
  const selection = mostTelling(
    rows.filter((row) => row.hour === hour),
    distance,
    MAX_RECORDS,
  );
  const buses = mostTelling(pricesByBus(rows), (bus) => bus.max_price_usd_per_mwh, MAX_RECORDS);
  const limits = mostTelling(congestion, ({ price_difference_usd_per_mwh: d }) => Math.abs(d), MAX_RECORDS);
  const overall = round6(meanPrice(payload.loads, result.lmp) ?? 0);
  return {
    type: 'lmp_decomposition',
    title: 'Prices by bus: energy, congestion and loss',
    statement: [
      ...(widest && widest.spread_usd_per_mwh > SAME_PRICE
        ? spread(widest, rows, congestion)
        : ['At every hour the price is the same at all buses: there is no congestion.']),
      ...(peak && highest && !(peak.places === 1 && highest.hour === widest?.hour)
        ? [`The highest price of all: ${placesOf(peak, NAMES)}.`, priceSentence(highest)]
        : []),
      `The mean price, by load, is ${said(overall)} $/MWh.`,
    ].join(' '),
    data: {
      mean_price_usd_per_mwh: overall,
      highest,
      ...(peak && { highest_bus_hours: peak.places, highest_hours: peak.hours }),
      hours,
      buses: buses.records,
      records: selection.records,
      congestion: limits.records,
      omitted: buses.omitted + selection.omitted + limits.omitted,
    },
  };
};

/** Names of buses and hours in statements. */
export const NAMES = {
  bus: (key: string): string => key,
  period: (hour: number): string => `hour ${hour}`,
  unit: 'hour',
};

function spread(
  widest: ReturnType<typeof pricesByHour>[number],
  rows: readonly PriceRow[],
  congestion: readonly BindingRow[],
): string[] {
  const { hour, min_bus, max_bus } = widest;
  const dearest = rows.find((row) => row.hour === hour && row.bus === max_bus);
  const limit = firstMost(
    congestion.filter((row) => row.hour === hour),
    ({ price_difference_usd_per_mwh }) => Math.abs(price_difference_usd_per_mwh),
  );
  return [
    `Prices differ most at hour ${hour}, by ${said(widest.spread_usd_per_mwh)} $/MWh: ${said(widest.min_price_usd_per_mwh)} $/MWh at ${min_bus} and ${said(widest.max_price_usd_per_mwh)} $/MWh at ${max_bus}.`,
    ...(dearest ? [priceSentence(dearest)] : []),
    ...(limit
      ? [
          `Of the limits that bind at hour ${hour}, ${bindingName(limit)} has the largest price difference between its ends: ${said(limit.price_difference_usd_per_mwh)} $/MWh from ${limit.from_bus} to ${limit.to_bus}.`,
          `At hour ${hour} the shadow price of ${bindingName(limit)} is ${said(limit.shadow_price_usd_per_mwh)} $/MWh.`,
        ]
      : []),
  ];
}
