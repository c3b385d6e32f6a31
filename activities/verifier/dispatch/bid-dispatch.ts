/** The best part of a bid to accept at given prices. */
import { mostOf, signOf, wholePrice } from '../schedule/accepted.ts';
import type { JudgedBid } from '../schedule/case.ts';
import { at, sum } from '../schedule/series.ts';

/**
 * Largest earnings of a bid over the hours, $: price of energy at the bus against the price of each block. A bid of all
 * or nothing earns the sum over all its hours, or nothing.
 */
export function mostEarned(bid: JudgedBid, energy: ArrayLike<number>, hours: readonly number[]): number {
  if (!bid.isWhole) return sum(hours.map((hour) => mostOfHour(bid, at(energy, hour), hour)));
  const earned = hours.map(
    (hour) => signOf(bid) * (at(energy, hour) * mostOf(bid, hour) - wholePrice(bid, hour)),
  );
  return Math.max(0, sum(earned));
}

/** Largest earnings in one hour, with each block accepted or not, $. */
export const mostOfHour = (bid: JudgedBid, energy: number, hour: number): number =>
  sum(
    bid.blocks.map(({ mw, price }) => at(mw, hour) * Math.max(0, signOf(bid) * (energy - at(price, hour)))),
  );
