/** Line outage distribution factors of every line in service, one outage after the other; see `outageFactors`. */
import { busAngles } from './bus-angles.ts';
import type { Network } from './network.ts';
import { outageFactors } from './outage-factors.ts';
import { transfer } from './transfer.ts';

/** Yields the factors of each line lost, shape [lines]; undefined when its outage splits an island. */
export function* lodfTable(network: Network, outages: Iterable<number>): Generator<Float64Array | undefined> {
  const angles = busAngles(network);
  const all = Int32Array.from(network.lines.keys());
  for (const outage of outages) {
    yield outageFactors(network, [outage], [angles(transfer(network, outage))], all)?.[0];
  }
}
