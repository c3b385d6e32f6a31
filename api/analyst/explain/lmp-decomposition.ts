/** What prices are made of, where and when they differ, and over which limits. */
import { type Explainer, hasSchedule } from './artifact.ts';
import { bindingName } from './binding-constraints.ts';
import { type BindingRow, bindingRows } from './binding-rows.ts';
import { firstMost, mostTelling, round6, said, total } from './figures.ts';
import {
  type HourPrices,
  type PriceRow,
  priceRows,
  priceSentence,
  pricesByBus,
  pricesByHour,
} from './price-rows.ts';

const MAX_RECORDS = 400;
/** Smaller differences are rounding, $/MWh. */
const SAME_PRICE = 1e-3;

export const lmpDecomposition: Explainer = (payload, result) => {
  const rows = priceRows(result);
  if (!hasSchedule(result) || rows.length === 0) return undefined;
  const hours = pricesByHour(rows);
  const widest = firstMost(hours, ({ spread_usd_per_mwh }) => spread_usd_per_mwh);
  const highest = firstMost(rows, ({ price_usd_per_mwh }) => price_usd_per_mwh);
  const congestion = bindingRows(payload, result);
  const hour = widest && widest.spread_usd_per_mwh > SAME_PRICE ? widest.hour : highest?.hour;
  const distance = ({ congestion_usd_per_mwh, loss_usd_per_mwh }: PriceRow): number =>
    Math.abs(congestion_usd_per_mwh) + Math.abs(loss_usd_per_mwh);
  const told = mostTelling(
    rows.filter((row) => row.hour === hour),
    distance,
    MAX_RECORDS,
  );
  const buses = mostTelling(pricesByBus(rows), (bus) => bus.max_price_usd_per_mwh, MAX_RECORDS);
  const limits = mostTelling(congestion, ({ price_difference_usd_per_mwh: d }) => Math.abs(d), MAX_RECORDS);
  const mean = round6(total(rows.map(({ price_usd_per_mwh }) => price_usd_per_mwh)) / rows.length);
  return {
    type: 'lmp_decomposition',
    title: 'Prices by bus: energy, congestion and loss',
    statement: [
      ...(widest && widest.spread_usd_per_mwh > SAME_PRICE
        ? spread(widest, rows, congestion)
        : ['At every hour the price is the same at all buses: there is no congestion.']),
      ...(highest && !(highest.hour === widest?.hour && highest.bus === widest.max_bus)
        ? [`The highest price of all is at ${highest.bus} at hour ${highest.hour}.`, priceSentence(highest)]
        : []),
      `The mean price over all buses and hours is ${said(mean)} $/MWh.`,
    ].join(' '),
    data: {
      mean_price_usd_per_mwh: mean,
      highest,
      hours,
      buses: buses.records,
      records: told.records,
      congestion: limits.records,
      omitted: buses.omitted + told.omitted + limits.omitted,
    },
  };
};

function spread(widest: HourPrices, rows: readonly PriceRow[], congestion: readonly BindingRow[]): string[] {
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
