/** Bus positions of each island, shape [islands][its buses]. */
import { byIsland } from '../../temporal/case/arithmetic/islands.ts';
import type { Network } from '../network/network.ts';

export const islandBuses = ({ island }: Pick<Network, 'island'>): number[][] =>
  byIsland(island.keys(), island);
