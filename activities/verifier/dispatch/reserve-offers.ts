/** What reserve earns at prices: the products that one may give, the dearest first, each up to its own limit. */
import type { ReserveHours } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';
import { type Convex, fromPieces } from './convex.ts';

/** MW, and $/MW above 0. */
export interface Tier {
  readonly width: number;
  readonly price: number;
}

/** Dearest first. */
export interface Offers {
  readonly up: readonly Tier[];
  readonly down: readonly Tier[];
}

type Prices = readonly (readonly number[])[];

/** Prices of reserve of a unit as a dispatch has them (unit-dispatch.ts). */
interface UnitReserve {
  readonly reserve: readonly number[];
  readonly offers?: readonly Offers[];
}

/** `prices`: $/MW, shape [products][horizon]. Where headroom alone limits the unit, the dearest product takes all of it. */
export function unitReserve(
  reserves: readonly ReserveHours[],
  prices: Prices,
  unit: number,
  hours: readonly number[],
): UnitReserve {
  const given = [...reserves.entries()].filter(([, { most }]) => at(most, unit) > 0);
  const isHeadroom = given.every(([, { isDown, most }]) => !isDown && at(most, unit) === Infinity);
  if (isHeadroom)
    return { reserve: hours.map((hour) => Math.max(0, ...given.map(([q]) => at(prices[q] ?? [], hour)))) };
  const tiers = (hour: number, down: boolean): Tier[] =>
    given
      .filter(([, { isDown }]) => isDown === down)
      .map(([q, { most }]) => ({ width: at(most, unit), price: at(prices[q] ?? [], hour) }))
      .filter(({ price }) => price > 0)
      .sort((a, b) => b.price - a.price);
  return {
    reserve: hours.map(() => 0),
    offers: hours.map((hour) => ({ up: tiers(hour, false), down: tiers(hour, true) })),
  };
}

/** $/MW of the dearest product of each direction that a storage or a renewable may give, shape [horizon]; 0 without one. */
export function resourceReserve(
  reserves: readonly ReserveHours[],
  prices: Prices,
  name: string,
  hours: readonly number[],
): { readonly up: readonly number[]; readonly down: readonly number[] } {
  const dearest = (down: boolean): number[] => {
    const own = [...reserves.entries()].filter(
      ([, { isDown, others }]) => isDown === down && others.has(name),
    );
    return hours.map((hour) => Math.max(0, ...own.map(([q]) => at(prices[q] ?? [], hour))));
  };
  return { up: dearest(false), down: dearest(true) };
}

/** $ that so much room earns. */
export function earned(tiers: readonly Tier[], room: number): number {
  let left = Math.max(0, room);
  let usd = 0;
  for (const { width, price } of tiers) {
    const mw = Math.min(width, left);
    usd += price * mw;
    left -= mw;
  }
  return usd;
}

/** Rooms at which the price of the next MW changes, 0 among them. */
export function bends(tiers: readonly Tier[]): number[] {
  const rooms = [0];
  for (const { width } of tiers) rooms.push((rooms.at(-1) ?? 0) + width);
  return rooms.filter(Number.isFinite);
}

/** Minus what the room of an output between two limits earns, $ by MW of output. */
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
  let left = room;
  const pieces = tiers.map(({ width, price }) => {
    const mw = Math.min(width, left);
    left -= mw;
    return { width: mw, slope: price };
  });
  return [...pieces, { width: left, slope: 0 }];
}
