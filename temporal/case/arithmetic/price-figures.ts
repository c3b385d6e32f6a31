/**
 * Price statistics, defined once for all pages and reports (pure). A mean is weighted by load; a highest price comes
 * with the buses and hours that have it.
 */
import { amountAt } from './series.ts';

/** Prices by bus: `bus_7` -> $/MWh by hour. */
type Prices = Readonly<Record<string, ArrayLike<number>>>;

/** Range of positions in a series: from the first up to, not including, the last. */
interface Span {
  readonly from: number;
  readonly to: number;
}

interface Load {
  readonly bus: number | string;
  readonly values: ArrayLike<number>;
}

const lengthOf = (prices: Prices): number => Object.values(prices)[0]?.length ?? 0;

/** Mean price weighted by load, $/MWh; without load, the mean over the buses; undefined without prices. */
export function meanPrice(loads: readonly Load[], prices: Prices, span?: Span): number | undefined {
  const { from, to } = span ?? { from: 0, to: lengthOf(prices) };
  let [paid, energy] = [0, 0];
  for (const { bus, values } of loads) {
    const row = prices[`bus_${bus}`];
    for (let t = from; row && t < to; t += 1) {
      paid += amountAt(values, t) * amountAt(row, t);
      energy += amountAt(values, t);
    }
  }
  if (energy > 0) return paid / energy;
  const rows = Object.values(prices);
  let total = 0;
  for (const row of rows) for (let t = from; t < to; t += 1) total += amountAt(row, t);
  return rows.length > 0 && to > from ? total / (rows.length * (to - from)) : undefined;
}

/** Prices that differ by less than this are equal, $/MWh. */
const SAME_PRICE = 0.005;

type PeakPrice = NonNullable<ReturnType<typeof highestPrice>>;

/**
 * The highest price, or with `sign` -1 the lowest: its first bus and hour, and the number of buses and hours that have
 * it; undefined without prices.
 */
export function highestPrice(prices: Prices, span?: Span, sign: 1 | -1 = 1) {
  const rows = Object.entries(prices);
  const { from, to } = span ?? { from: 0, to: lengthOf(prices) };
  let most = Number.NEGATIVE_INFINITY;
  for (const [, row] of rows)
    for (let t = from; t < to; t += 1) most = Math.max(most, sign * amountAt(row, t));
  let first: { readonly bus: string; readonly hour: number } | undefined;
  let [places, hours] = [0, 0];
  for (let hour = from; hour < to; hour += 1) {
    const before = places;
    for (const [bus, row] of rows) {
      if (sign * amountAt(row, hour) < most - SAME_PRICE) continue;
      first ??= { bus, hour };
      places += 1;
    }
    if (places > before) hours += 1;
  }
  return first && { ...first, usd: sign * most, places, hours, isEverywhere: places === hours * rows.length };
}

/** Names of buses and hours on a page or in a statement; `unit`: name of a position, such as `hour`. */
interface Names {
  readonly bus: (key: string) => string;
  readonly period: (hour: number) => string;
  readonly unit: string;
}

/**
 * Place and time of a price: `bus 28, hour 14`. If several buses or hours have the price, their numbers are given; a
 * price at all buses is written without a bus.
 */
export function placesOf({ bus, hour, places, hours, isEverywhere }: PeakPrice, names: Names): string {
  const [at, unit] = [names.period(hour), names.unit];
  if (isEverywhere) return hours === 1 ? `every bus, ${at}` : `every bus, ${hours} ${unit}s, first: ${at}`;
  const one = `${names.bus(bus)}, ${at}`;
  return places === 1 ? one : `${places} bus-${unit}s at this price, first at ${one}`;
}
