/**
 * Lower bound of the cost of all schedules with a given commitment: of each unit the hour counts whose decision raises
 * the Lagrangian bound most.
 */
import type { Lagrangian, UnitMarginals } from './lagrangian.ts';

/** `given`: how many of the equal units are on, undefined = open, shape [units][T]. $. */
export const commitmentBound = (
  { bound, units }: Lagrangian,
  given: readonly (readonly (number | undefined)[])[],
): number => units.reduce((sum, unit, g) => sum + largestRise(unit, given[g] ?? []), bound);

function largestRise(
  { count, optimum, on, off }: UnitMarginals,
  given: readonly (number | undefined)[],
): number {
  let largest = 0;
  for (const [t, running] of given.entries()) {
    if (running === undefined) continue;
    const rise = members(running, on[t], optimum) + members(count - running, off[t], optimum);
    largest = Math.max(largest, rise);
  }
  return largest;
}

/** What so many cost more when they take a decision; none cost nothing, be it possible or not. */
const members = (many: number, cost = 0, optimum: number): number => (many > 0 ? many * (cost - optimum) : 0);
