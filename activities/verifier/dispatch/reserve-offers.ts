/**
 * Earnings from reserve at given prices: the products that a resource may give, highest price first, each up to its own
 * limit.
 */
import type { ReserveHours } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';
import { type Convex, fromPieces } from './convex.ts';

/** Width in MW; price in $/MW, above 0. */
export interface Tier {
  readonly width: number;
  readonly price: number;
}

/** Prices of reserve by direction, highest price first. */
export interface Offers {
  readonly up: readonly Tier[];
  readonly down: readonly Tier[];
}

type Prices = readonly (readonly number[])[];

/** Prices of reserve of a unit in the form that its dispatch needs (unit-dispatch.ts). */
interface UnitReserve {
  readonly reserve: readonly number[];
  readonly offers?: readonly Offers[];
}

/**
 * `prices`: $/MW, shape [products][horizon]. If only headroom limits the unit, the product with the highest price takes
 * all of it.
 */
export function unitReserve(
  reserves: readonly ReserveHours[],
  prices: Prices,
  unit: number,
  hours: readonly number[],
): UnitReserve {
  const mostOf = ({ most }: ReserveHours) => most[unit] ?? [];
  const products = [...reserves.entries()].filter(([, product]) => mostOf(product).some((mw) => mw > 0));
  const isHeadroom = products.every(
    ([, product]) => !product.isDown && mostOf(product).every((mw) => mw === Infinity),
  );
  if (isHeadroom)
    return { reserve: hours.map((hour) => Math.max(0, ...products.map(([q]) => at(prices[q] ?? [], hour)))) };
  const tiers = (hour: number, down: boolean): Tier[] =>
    products
      .filter(([, { isDown }]) => isDown === down)
      .map(([q, product]) => ({ width: at(mostOf(product), hour), price: at(prices[q] ?? [], hour) }))
      .filter(({ price }) => price > 0)
      .sort((a, b) => b.price - a.price);
  return {
    reserve: hours.map(() => 0),
    offers: hours.map((hour) => ({ up: tiers(hour, false), down: tiers(hour, true) })),
  };
}

/** Highest price of the non-spinning products that a unit may give while it is off, $/MW, shape [horizon]. */
export function offlinePrices(
  reserves: readonly ReserveHours[],
  prices: Prices,
  unit: number,
  hours: readonly number[],
): number[] {
  const products = [...reserves.entries()].filter(
    ([, { isOffline, most }]) => isOffline && most[unit]?.some((mw) => mw > 0),
  );
  return hours.map((hour) => Math.max(0, ...products.map(([q]) => at(prices[q] ?? [], hour))));
}

/**
 * Highest price, by direction, of the products that a storage or renewable may give, $/MW, shape [horizon]; 0 without a
 * product.
 */
export function resourceReserve(
  reserves: readonly ReserveHours[],
  prices: Prices,
  name: string,
  hours: readonly number[],
): { readonly up: readonly number[]; readonly down: readonly number[] } {
  const dearest = (down: boolean): number[] => {
    const products = [...reserves.entries()].filter(
      ([, { isDown, others }]) => isDown === down && others.has(name),
    );
    return hours.map((hour) => Math.max(0, ...products.map(([q]) => at(prices[q] ?? [], hour))));
  };
  return { up: dearest(false), down: dearest(true) };
}

/** Earnings from `room` MW of free capacity that gives reserve, $. */
export function earned(tiers: readonly Tier[], room: number): number {
  let remaining = Math.max(0, room);
  let usd = 0;
  for (const { width, price } of tiers) {
    const mw = Math.min(width, remaining);
    usd += price * mw;
    remaining -= mw;
  }
  return usd;
}

/** Free capacities, MW, at which the price of the next MW of reserve changes; 0 is included. */
export function bends(tiers: readonly Tier[]): number[] {
  const rooms = [0];
  for (const { width } of tiers) rooms.push((rooms.at(-1) ?? 0) + width);
  return rooms.filter(Number.isFinite);
}

/**
 * Earnings from reserve with a negative sign, $, as functions of the output, MW. `up`: from the capacity between output
 * and `high`; `down`: from the capacity between `low` and output.
 */
export function earnings({ up, down }: Offers, low: number, high: number): { up: Convex; down: Convex } {
  const room = high - low;
  return {
    up: fromPieces(low, -earned(up, room), filling(up, room)),
    down: fromPieces(
      low,
      0,
      filling(down, room).map(({ width, slope }) => ({ width, slope: -slope })),
    ),
  };
}

function filling(tiers: readonly Tier[], room: number): { width: number; slope: number }[] {
  let remaining = room;
  const pieces = tiers.map(({ width, price }) => {
    const mw = Math.min(width, remaining);
    remaining -= mw;
    return { width: mw, slope: price };
  });
  return [...pieces, { width: remaining, slope: 0 }];
}
