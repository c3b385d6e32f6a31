/** Losses of the DC approximation, sum r f^2 / 100 MVA, MW, shape [islands]. */
import { at } from './at.ts';
import type { Grid } from './grid.ts';

export const BASE_MVA = 100;

/** `flow`: MW of a line by position. */
export function physicalLosses(
  { lines, island, islands }: Grid,
  flow: (line: number) => number,
): Float64Array {
  const losses = new Float64Array(islands);
  for (const [position, { from, resistance }] of lines.entries()) {
    const own = island[from] ?? 0;
    losses[own] = at(losses, own) + (resistance * flow(position) ** 2) / BASE_MVA;
  }
  return losses;
}
