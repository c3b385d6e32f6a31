/**
 * Price texts of the current job, with `≈` for approximate prices. Set when a result is read, like the length of its
 * intervals.
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

/** Unit of a price axis or table. */
export const priceUnit = (): string => `${sign}$/MWh`;

/** Rows of a matrix by name, not copied. */
export const recordOf = (matrix: Matrix): Readonly<Record<string, Float64Array>> =>
  Object.fromEntries(rowsOf(matrix));

/** Place and time of a highest price: `bus 28, hour 14`. */
export const placeText = (peak: NonNullable<ReturnType<typeof highestPrice>>): string =>
  placesOf(peak, { bus: busName, period: periodName, unit: period() });
