/** Bus positions of each island, shape [islands][its buses]. */
import type { Network } from '../network/network.ts';

export function islandBuses({ island, islands }: Pick<Network, 'island' | 'islands'>): number[][] {
  const members = Array.from({ length: islands }, (): number[] => []);
  for (const [b, at] of island.entries()) members[at]?.push(b);
  return members;
}
