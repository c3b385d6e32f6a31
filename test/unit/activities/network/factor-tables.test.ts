/** Tables of factors, compared with flows by dense elimination for single injections and single outages. */

import assert from 'node:assert/strict';
import { readLines } from '../../../../activities/case/read-line.ts';
import { lodfTable, ptdfTable } from '../../../../activities/network/factor-tables.ts';
import { type Network, toNetwork } from '../../../../activities/network/network.ts';
import { denseFlows, parts } from './dense-reference.ts';
import { random, randomInjection, randomLines } from './random-network.ts';

const CASES = [
  [1, 12, 1],
  [2, 15, 1],
  [3, 16, 2],
  [4, 10, 3],
] as const;

/** Flows for 1 MW injected at one bus and withdrawn at another. */
function transferred({ buses, lines }: Network, from: number, to: number): number[] {
  const injection = new Float64Array(buses.length);
  injection[from] = (injection[from] ?? 0) + 1;
  injection[to] = (injection[to] ?? 0) - 1;
  return denseFlows(buses.length, lines, injection);
}

const near = (actual: number | undefined, expected: number | undefined, what: string): void =>
  assert.ok(Math.abs((actual ?? Number.NaN) - (expected ?? 0)) < 1e-7, `${what}: ${actual} ${expected}`);

describe('tables of distribution factors', () => {
  for (const [seed, buses, islands] of CASES) {
    const { network } = toNetwork([], readLines(randomLines(seed, buses, islands)));
    const { island, lines } = network;
    it(`have the flows of 1 MW from any bus to the slack, network ${seed}`, () => {
      const slack = network.buses.length - 1;
      const rows = [...ptdfTable(network, lines.keys(), slack)];
      for (const bus of network.buses.keys()) {
        const home = island[bus] === island[slack] ? slack : island.indexOf(island[bus] ?? 0);
        const flows = transferred(network, bus, home);
        for (const [line, row] of rows.entries()) near(row[bus], flows[line], `line ${line}, bus ${bus}`);
      }
    });
    it(`have the effect of every outage on every line, network ${seed}`, () => {
      const injection = randomInjection(random(seed), island);
      const before = denseFlows(network.buses.length, lines, injection);
      const tables = [...lodfTable(network, lines.keys())];
      const count = (lost: number[]) => new Set(parts(network.buses.length, lines, lost)).size;
      for (const [outage, factors] of tables.entries()) {
        assert.equal(factors === undefined, count([outage]) > count([]), `outage ${outage}`);
        const after = denseFlows(network.buses.length, lines, injection, [outage]);
        for (const [line, factor] of factors?.entries() ?? [])
          near((before[line] ?? 0) + factor * (before[outage] ?? 0), after[line], `${line} after ${outage}`);
      }
    });
  }
  it('give the row of a monitored line only', () => {
    const { network } = toNetwork([], readLines(randomLines(5, 8)));
    const [all, some] = [[...ptdfTable(network, network.lines.keys(), 0)], [...ptdfTable(network, [3], 0)]];
    assert.deepEqual(some, [all[3]]);
  });
});
