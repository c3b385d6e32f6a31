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
  if (!Number.isFinite(bid.min_up)) return Math.max(0, sum(earned));
  return mostInRuns(earned, bid.min_up);
}

/**
 * Largest sum over runs of at least `least` hours, or to the end. From each hour on: `free`, if it is not accepted before
 * it; `on`, if it is and may end.
 */
function mostInRuns(earned: readonly number[], least: number): number {
  const horizon = earned.length;
  const [free, on] = [new Float64Array(horizon + 1), new Float64Array(horizon + 1)];
  for (let hour = horizon - 1; hour >= 0; hour--) {
    const end = Math.min(horizon, hour + least);
    free[hour] = Math.max(at(free, hour + 1), sum(earned.slice(hour, end)) + at(on, end));
    on[hour] = Math.max(at(free, hour + 1), at(earned, hour) + at(on, hour + 1));
  }
  return at(free, 0);
}

/** Largest earnings in one hour, with each block accepted or not, $. */
export const mostOfHour = (bid: JudgedBid, energy: number, hour: number): number =>
  sum(
    bid.blocks.map(({ mw, price }) => at(mw, hour) * Math.max(0, signOf(bid) * (energy - at(price, hour)))),
  );
