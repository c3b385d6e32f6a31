import assert from 'node:assert/strict';
import { readLines } from '../../../../activities/case/read-line.ts';
import { type Network, toNetwork } from '../../../../activities/network/network.ts';
import { shiftFactors } from '../../../../activities/network/shift-factors.ts';
import { denseFlows, parts } from './dense-reference.ts';
import { linesOf, random, randomInjection, randomLines } from './random-network.ts';

const near = (actual: ArrayLike<number>, expected: ArrayLike<number>, message?: string): void => {
  assert.equal(actual.length, expected.length);
  for (let index = 0; index < expected.length; index++) {
    const [a = Number.NaN, b = 0] = [actual[index], expected[index]];
    assert.ok(Math.abs(a - b) <= 1e-7 * Math.max(1, Math.abs(b)), `${message} [${index}]: ${a} is not ${b}`);
  }
};
const dot = (a: Float64Array, b: Float64Array) =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
const positions = (network: Network) => [...network.lines.keys()];
const splits = ({ buses, lines }: Network, lost: number[]) =>
  new Set(parts(buses.length, lines, lost)).size > new Set(parts(buses.length, lines)).size;
const pairs = (network: Network, count: number, seed: number) => {
  const next = random(seed);
  const pick = () => Math.floor(next() * network.lines.length);
  return Array.from({ length: count }, () => [pick(), pick()]).filter(([a, b]) => a !== b);
};

describe('shiftFactors of a ring of three equal lines', () => {
  const ring = [
    { id: '12', from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: 60 },
    { id: '23', from_bus: 2, to_bus: 3, x_pu: 0.1 },
    { id: '13', from_bus: 1, to_bus: 3, x_pu: 0.1 },
  ];
  const factors = shiftFactors(toNetwork([], readLines(ring)).network);

  it('splits a transfer two to one over the short and the long way', () => {
    near(factors.ptdf(0), [0, -2 / 3, -1 / 3]);
    near(factors.ptdf(2), [0, -1 / 3, -2 / 3]);
    near(factors.flows(Float64Array.of(90, 0, -90)), [30, 30, 60]);
  });

  it('moves the whole flow of a lost line to the other way round', () => {
    near([factors.lodf(0, 2), factors.lodf(1, 2), factors.lodf(2, 2)], [1, 1, -1]);
    near(factors.ptdfAfter(0, [2]), [0, -1, -1]);
    near(factors.ptdfAfter(2, [2]), [0, 0, 0]);
  });

  it('calls the loss of one line secure and of two not', () => {
    assert.deepEqual([factors.secure([]), factors.secure([1]), factors.secure([0, 1])], [true, true, false]);
    assert.throws(() => factors.ptdfAfter(2, [0, 1]), /splits/);
    assert.throws(() => factors.redistribution([0, 1]), /splits/);
  });

  it('counts a line named twice in an outage once', () => {
    assert.equal(factors.secure([1, 1]), true);
    near(factors.ptdfAfter(0, [2, 2]), [0, -1, -1]);
  });

  it('monitors the lines with a rating only', () => {
    assert.deepEqual([...factors.monitored], [0]);
    near(factors.redistribution([2])[0] ?? [], [1]);
  });

  it('computes a row once', () => {
    assert.equal(factors.ptdf(1), factors.ptdf(1));
  });

  it('refuses injections of another length or without a value, and lines that do not exist', () => {
    assert.throws(() => factors.flows(new Float64Array(2)), RangeError);
    assert.throws(() => factors.flows(Float64Array.of(1, Number.NaN, -1)), RangeError);
    assert.throws(() => factors.ptdf(3), RangeError);
    assert.throws(() => factors.lodf(0, 3), RangeError);
    assert.throws(() => factors.lodf(3, 0), RangeError);
  });
});

describe('shiftFactors of networks with phase shifts', () => {
  it('drive 10 MW round a ring of 0.3 pu by 0.03 rad, and nothing once it is open', () => {
    const [first, ...others] = linesOf([1, 2, 0.1], [2, 3, 0.1], [3, 1, 0.1]);
    assert.ok(first);
    const lines = [{ ...first, phase_shift_deg: (0.03 * 180) / Math.PI }, ...others];
    const factors = shiftFactors(toNetwork([], readLines(lines)).network);
    near(factors.flows(new Float64Array(3)), [-10, -10, -10]);
    near(
      [factors.offset(1, []), factors.offset(1, [0]), factors.offset(1, [2]), factors.offset(2, [2])],
      [-10, 0, 0, 0],
    );
  });

  it('agree with a dense solution, whole and after outages of one line and two', () => {
    const next = random(9);
    const lines = randomLines(9, 30).map((line) => ({
      ...line,
      phase_shift_deg: next() < 0.3 ? 20 * (next() - 0.5) : 0,
    }));
    const { network } = toNetwork([], readLines(lines));
    const factors = shiftFactors(network);
    const injection = randomInjection(next, network.island);
    near(factors.flows(injection), denseFlows(30, network.lines, injection));
    const outages = [...positions(network).map((line) => [line]), ...pairs(network, 30, 9)];
    for (const lost of outages.filter((one) => factors.secure(one))) {
      const after = positions(network).map(
        (line) => dot(factors.ptdfAfter(line, lost), injection) + factors.offset(line, lost),
      );
      near(after, denseFlows(30, network.lines, injection, lost), `outages ${lost}`);
    }
  });

  it('are the same whether they are fixed or decided, whole and after outages', () => {
    const next = random(10);
    const turned = new Map(
      randomLines(10, 30).flatMap(({ id }) => (next() < 0.3 ? [[id, 9 * next()] as const] : [])),
    );
    const fixed = randomLines(10, 30).map((line) => ({ ...line, phase_shift_deg: turned.get(line.id) ?? 0 }));
    const decided = readLines(randomLines(10, 30)).map((line) => ({
      ...line,
      ...(turned.has(line.id) && { shifter: { line: line.id, min_deg: -9, max_deg: 9 } }),
    }));
    const [a, b] = [readLines(fixed), decided].map((lines) => toNetwork([], lines).network);
    assert.ok(a && b);
    const [known, factors] = [shiftFactors(a), shiftFactors(b)];
    const injection = randomInjection(next, a.island);
    const whole = Float64Array.from([...injection, ...turned.values()]);
    near(factors.flows(whole), known.flows(injection));
    for (const lost of [[], ...pairs(b, 20, 10)].filter((one) => factors.secure(one)))
      near(
        positions(b).map((line) => dot(factors.ptdfAfter(line, lost), whole)),
        positions(a).map((line) => dot(known.ptdfAfter(line, lost), injection) + known.offset(line, lost)),
        `outages ${lost}`,
      );
  });

  it('are refused where they are no number', () => {
    const line = { id: 'L', from_bus: 1, to_bus: 2, x_pu: 0.1, phase_shift_deg: Number.NaN };
    assert.throws(() => toNetwork([], readLines([line])), /phase shift of line L is not finite/);
  });
});

describe('shiftFactors of odd networks', () => {
  it('lets parallel lines share a flow by their susceptances', () => {
    const lines = linesOf([1, 2, 0.1], [1, 2, 0.3]);
    const factors = shiftFactors(toNetwork([], readLines(lines)).network);
    near(factors.flows(Float64Array.of(40, -40)), [30, 10]);
    near([factors.lodf(0, 1), factors.lodf(1, 0)], [1, 1]);
  });

  it('throws when the reactances of parallel lines cancel out', () => {
    const lines = linesOf([1, 2, 0.1], [1, 2, -0.1]);
    assert.throws(
      () => shiftFactors(toNetwork([], readLines(lines)).network),
      /reactances of lines 0, 1 cancel out/,
    );
  });

  it('names the lines whose reactances cancel out, in series and in parallel, and none beside them', () => {
    for (const lines of [
      linesOf([1, 2, 0.1], [2, 3, -0.1], [1, 3, 0.2], [3, 4, 0.1]),
      linesOf([1, 2, 0.1], [1, 2, -0.1], [2, 3, 0.2], [3, 4, 0.1]),
    ])
      assert.throws(
        () => shiftFactors(toNetwork([], readLines(lines)).network),
        /reactances of lines 0, 1 cancel out/,
      );
  });

  it('has no flow in a network without lines', () => {
    assert.deepEqual([...shiftFactors(toNetwork([1, 2], []).network).flows(new Float64Array(2))], []);
  });

  it('keeps the factors of a nearly closed switch beside ordinary lines', () => {
    const lines = linesOf([1, 2, 0], [2, 3, 0.1], [3, 4, 0.2], [4, 1, 0.1]);
    const { network } = toNetwork([], readLines(lines));
    const injection = Float64Array.of(100, -30, -50, -20);
    near(shiftFactors(network).flows(injection), denseFlows(4, network.lines, injection));
  });
});

for (const [seed, buses, islands] of [
  [1, 12, 1],
  [2, 30, 1],
  [3, 40, 3],
  [4, 60, 2],
] as const) {
  describe(`shiftFactors of random network ${seed} (${buses} buses, ${islands} islands)`, () => {
    const { network } = toNetwork([], readLines(randomLines(seed, buses, islands)));
    const factors = shiftFactors(network);
    const injection = randomInjection(random(seed + 100), network.island);

    it('agrees with a dense solution on flows and on rows', () => {
      assert.equal(network.islands, islands);
      const expected = denseFlows(buses, network.lines, injection);
      near(factors.flows(injection), expected);
      near(
        positions(network).map((line) => dot(factors.ptdf(line), injection)),
        expected,
      );
    });

    it('agrees with a dense solution without the line on each outage', () => {
      const before = denseFlows(buses, network.lines, injection);
      for (const outage of positions(network)
        .filter((line) => factors.secure([line]))
        .slice(0, 12)) {
        const moved = before[outage] ?? 0;
        const after = before.map((flow, line) => flow + factors.lodf(line, outage) * moved);
        near(after, denseFlows(buses, network.lines, injection, [outage]), `outage ${outage}`);
      }
    });

    it('agrees with a dense solution without both lines on each double outage', () => {
      for (const lost of pairs(network, 12, seed).filter((pair) => factors.secure(pair))) {
        const after = positions(network).map((line) => dot(factors.ptdfAfter(line, lost), injection));
        near(after, denseFlows(buses, network.lines, injection, lost), `outages ${lost}`);
      }
    });

    it('calls an outage secure exactly when it leaves every island in one piece', () => {
      for (const lost of [...positions(network).map((line) => [line]), ...pairs(network, 60, seed)]) {
        assert.equal(factors.secure(lost), !splits(network, lost), `outage of ${lost}`);
      }
    });
  });
}
