import assert from 'node:assert/strict';
import { readLines } from '../../../../activities/case/read-line.ts';
import { type NetworkLine, toNetwork } from '../../../../activities/network/network.ts';
import { shiftFactors } from '../../../../activities/network/shift-factors.ts';
import { denseFlows, parts } from './dense-reference.ts';
import { linesOf, random, randomInjection, randomLines } from './random-network.ts';

/**
 * A line with almost no reactance between buses 1 and 2, and a parallel path of two lines with a reactance of `x` pu in
 * all.
 */
const besideWayRound = (x: number) => {
  const lines = linesOf([1, 2, 0], [2, 3, x / 2], [3, 1, x / 2]);
  const limited = lines.map((line) => ({ ...line, rating_mw: 50 }));
  return shiftFactors(toNetwork([], readLines(limited)).network);
};

/** Injection at each bus less the flows that leave the bus, MW. */
function imbalance(injection: Float64Array, lines: readonly NetworkLine[], flows: readonly number[]) {
  const residual = injection.slice();
  for (const [line, { from, to }] of lines.entries()) {
    residual[from] = (residual[from] ?? 0) - (flows[line] ?? 0);
    residual[to] = (residual[to] ?? 0) + (flows[line] ?? 0);
  }
  return residual;
}

const largest = (values: Iterable<number>) => Math.max(...Array.from(values, Math.abs));

describe('outage factors of lines of almost no reactance', () => {
  for (const x of [0.1, 1, 5, 1000]) {
    it(`moves the flow of such a line to a way round of ${x} pu`, () => {
      const factors = besideWayRound(x);
      assert.equal(factors.secure([0]), true);
      assert.ok(Math.abs(factors.lodf(1, 0) + 1) < 1e-9 && Math.abs(factors.lodf(2, 0) + 1) < 1e-9);
      assert.deepEqual(
        factors.redistribution([0]).map((column) => [...column].map((factor) => Math.round(factor))),
        [[-1, -1, -1]],
      );
    });
  }

  it('still calls the loss of such a line insecure when nothing goes round', () => {
    assert.equal(besideWayRound(5).secure([0, 2]), false);
  });

  it('calls an outage insecure when the remaining reactances cancel out', () => {
    const lines = linesOf([1, 2, 0.1], [1, 2, 0.2], [1, 2, -0.2]);
    const factors = shiftFactors(toNetwork([], readLines(lines)).network);
    assert.equal(factors.secure([0]), false);
    assert.equal(factors.secure([1]), true);
  });

  it('agrees with the islands and the dense flows that each outage leaves', () => {
    const next = random(21);
    const sparse = randomLines(22, 50, 2, 0.2).map((line) => ({
      ...line,
      x_pu: next() < 0.2 ? 0 : 5 * Math.abs(line.x_pu),
    }));
    const { network } = toNetwork([], readLines(sparse));
    const { lines, buses } = network;
    const factors = shiftFactors(network);
    const injection = randomInjection(next, network.island);
    const before = factors.flows(injection);
    const whole = new Set(parts(buses.length, lines)).size;
    for (const lost of lines.keys()) {
      const secure = new Set(parts(buses.length, lines, [lost])).size === whole;
      assert.equal(factors.secure([lost]), secure, `outage of ${lost}`);
      if (!secure || lines[lost]?.susceptance !== 1e6) continue;
      const dense = denseFlows(buses.length, lines, injection, [lost]);
      const after = lines.map(
        (_, line) => (before[line] ?? 0) + factors.lodf(line, lost) * (before[lost] ?? 0),
      );
      assert.ok(largest(imbalance(injection, lines, after)) < 1e-7, `balance after ${lost}`);
      // The tolerance allows for dense elimination, which loses digits if susceptances differ by a factor of a million.
      assert.ok(largest(after.map((flow, line) => flow - (dense[line] ?? 0))) < 1e-3, `flows after ${lost}`);
    }
  });
});
