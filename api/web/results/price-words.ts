/**
 * Prices of the job that is shown, in words: approximate ones carry their sign wherever they stand. Set where a result is
 * read, as the length of its intervals is.
 */
import { type highestPrice, placesOf } from '../../../temporal/case/arithmetic/price-figures.ts';
import { busName, price } from '../parts/format.ts';
import { period, periodName } from '../parts/interval.ts';
import { type Matrix, rowsOf } from './matrix.ts';
import type { Result } from './pack.ts';

let sign = '';

export function markPrices({ prices }: Pick<Result, 'prices'>): void {
  sign = prices === 'approximate' ? '≈ ' : '';
}

/** `$32.46/MWh`, or `≈ $32.46/MWh`. */
export const lmpText = (usd: number | null | undefined): string => `${sign}${price(usd)}`;

/** The unit of an axis or table of prices. */
export const priceUnit = (): string => `${sign}$/MWh`;

/** The rows of a matrix by their names, not copied. */
export const recordOf = (matrix: Matrix): Readonly<Record<string, Float64Array>> =>
  Object.fromEntries(rowsOf(matrix));

/** Where and when a price is the highest: `bus 28, hour 14`. */
export const placeText = (peak: NonNullable<ReturnType<typeof highestPrice>>): string =>
  placesOf(peak, { bus: busName, period: periodName, unit: period() });
