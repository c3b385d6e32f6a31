/**
 * Texts for prices of the current job, with `≈` if prices are approximate. `markPrices` sets the sign when a result is
 * read.
 */
import { type highestPrice, placesOf } from '../../../temporal/case/arithmetic/price-figures.ts';
import { busName, money, price } from '../parts/format.ts';
import { period, periodName } from '../parts/interval.ts';
import { type Matrix, rowsOf } from './matrix.ts';
import type { Result } from './pack.ts';

let sign = '';

export function markPrices({ prices }: Pick<Result, 'prices'>): void {
  sign = prices === 'approximate' ? '≈ ' : '';
}

/** A price, such as `$32.46/MWh` or `≈ $32.46/MWh`. */
export const lmpText = (usd: number | null | undefined): string => `${sign}${price(usd)}`;

/** An amount that depends on prices, such as `≈ $3,246`. */
export const pricedMoney = (usd: number | null | undefined): string => `${sign}${money(usd)}`;

/** Unit shown on a price axis or in a table. */
export const priceUnit = (): string => `${sign}$/MWh`;

/** Row name -> row of a matrix, as a view instead of a copy. */
export const recordOf = (matrix: Matrix): Readonly<Record<string, Float64Array>> =>
  Object.fromEntries(rowsOf(matrix));

/** Place and time of a highest price, such as `bus 28, hour 14`. */
export const placeText = (peak: NonNullable<ReturnType<typeof highestPrice>>): string =>
  placesOf(peak, { bus: busName, period: periodName, unit: period() });
