/** Complete tables of distribution factors, row by row. */

import { busAngles } from './bus-angles.ts';
import { lineAt, type Network, transfer } from './network.ts';
import { outageFactors } from './outage-factors.ts';
import { shiftFactors } from './shift-factors.ts';

/**
 * Power transfer distribution factors against a slack bus: the flow on a line per MW injected at a bus and withdrawn at
 * the slack, ptdf_l,bus - ptdf_l,slack. Source: Wood, Wollenberg and Sheble, Power Generation, Operation and Control,
 * 3rd ed. (2013), chapter 7. Yields the row of each line, shape [buses]. `slack`: position of a bus. Other islands keep
 * their first bus as reference; a bus outside the island of a line has factor 0.
 */
export function* ptdfTable(
  network: Network,
  monitored: Iterable<number>,
  slack: number,
): Generator<Float64Array> {
  const { ptdf } = shiftFactors(network);
  const { island } = network;
  for (const line of monitored) {
    const row = ptdf(line);
    const home = island[lineAt(network, line).from];
    const shift = island[slack] === home ? (row[slack] ?? 0) : 0;
    yield row.map((factor, bus) => (island[bus] === home ? factor - shift : 0));
  }
}

/**
 * Line outage distribution factors for the outage of every line in service (`outageFactors`). Yields the factors for
 * each lost line, shape [lines]; undefined when its outage splits an island.
 */
export function* lodfTable(network: Network, outages: Iterable<number>): Generator<Float64Array | undefined> {
  const angles = busAngles(network);
  const all = Int32Array.from(network.lines.keys());
  for (const outage of outages) {
    yield outageFactors(network, [outage], [angles(transfer(network, outage))], all)?.[0];
  }
}
