/** A price and what it is made of, in one sentence. */
import { said } from './figures.ts';
import type { PriceRow } from './price-rows.ts';

export const priceSentence = (row: PriceRow): string =>
  `At hour ${row.hour} the price at ${row.bus} is ${said(row.price_usd_per_mwh)} $/MWh: ${said(row.energy_usd_per_mwh)} energy + ${said(row.congestion_usd_per_mwh)} congestion + ${said(row.loss_usd_per_mwh)} loss.`;
