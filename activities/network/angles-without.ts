/** Bus angles of the lines that are left after an outage, from a factorisation of their own. */
import { busAngles } from './bus-angles.ts';
import { CancelledReactances } from './cancelled-reactances.ts';
import { islands } from './islands.ts';
import type { Network } from './network.ts';

/** Returns undefined when the outage splits an island, or the reactances that are left cancel out. */
export function anglesWithout(
  network: Network,
  outages: readonly number[],
): ((injection: Float64Array) => Float64Array) | undefined {
  const lines = network.lines.filter((_, line) => !outages.includes(line));
  // Lines only vanish, so the islands are the same ones when each bus still has its number.
  const island = islands(network.buses.length, lines);
  if (island.some((number, bus) => number !== network.island[bus])) return undefined;
  try {
    return busAngles({ ...network, lines });
  } catch (error) {
    if (error instanceof CancelledReactances) return undefined;
    throw error;
  }
}
