import { lineAt } from './line-at.ts';
import type { Network } from './network.ts';

/** Injections of 1 MW sent along a line, from its one end to its other, MW, shape [buses]. */
export function transfer(network: Network, line: number): Float64Array {
  const { from, to } = lineAt(network, line);
  const injection = new Float64Array(network.buses.length);
  injection[from] = 1;
  injection[to] = -1;
  return injection;
}
