import assert from 'node:assert/strict';
import { factorizeGrid } from '../../../../../activities/verifier/network/dc-flow.ts';
import { factorize } from '../../../../../activities/verifier/network/dense-lu.ts';
import {
  correctedFlows,
  reachedFlows,
  rebuiltFlows,
  shiftFactors,
  splitsIsland,
} from '../../../../../activities/verifier/network/outage-flows.ts';
import { components, MW_PER_DEGREE, readGrid } from '../../../../../activities/verifier/schedule/grid.ts';
import { readCase } from '../../../../../activities/verifier/schedule/read-case.ts';
import type { Line } from '../../../../../temporal/case/schema.ts';
import { random, randomDraw } from '../../../../support/cases/random.ts';
import { ring } from '../hand-made.ts';

/** A ring of `buses` buses with as many chords. Some reactances are negative, and some lines have phase shifts. */
function meshed(buses: number, seed: number) {
  const draw = randomDraw(seed);
  const chords = Array.from({ length: buses }, () => [draw.integer(1, buses), draw.integer(1, buses)]);
  const pairs = [
    ...Array.from({ length: buses }, (_, index) => [index + 1, ((index + 1) % buses) + 1]),
    ...chords.filter(([from, to]) => from !== to),
  ];
  const lines = pairs.map(([from_bus = 0, to_bus = 0], index): Line => {
    const x_pu = draw.real(0.01, 0.3) * (draw.chance(0.05) ? -1 : 1);
    const phase_shift_deg = draw.chance(0.3) ? draw.real(-10, 10) : 0;
    return { id: `L${index}`, from_bus, to_bus, x_pu, phase_shift_deg };
  });
  const grid = readGrid(readCase({ ...ring, transmission_lines: lines }, 'scuc'));
  const injections = Array.from({ length: 3 }, () => {
    const net = Float64Array.from(grid.buses, () => draw.real(-100, 100));
    net[0] = (net[0] ?? 0) - net.reduce((sum, mw) => sum + mw, 0);
    return net;
  });
  return { grid, injections };
}

const largestDifference = (a: readonly Float64Array[] | null, b: readonly Float64Array[] | null): number =>
  Math.max(
    ...(a ?? []).flatMap((row, hour) =>
      [...row].map((mw, i) => Math.abs(mw - (b?.[hour]?.[i] ?? Number.NaN))),
    ),
  );

describe('outage flows', () => {
  it('divides 65 and 50 MW over three equal lines as 5, 60 and 55', () => {
    const grid = readGrid(readCase(ring, 'scuc'));
    const net = new Map([
      [1, 65],
      [2, 50],
      [3, -115],
    ]);
    const injection = Float64Array.from(grid.buses, (bus) => net.get(bus) ?? 0);
    const [flows] = reachedFlows(grid, factorizeGrid(grid, []), [injection])([])?.flows ?? [];
    assert.deepEqual(
      [...(flows ?? [])].map((mw) => Number(mw.toFixed(9))),
      [5, 60, 55],
    );
    const [without] = reachedFlows(grid, factorizeGrid(grid, []), [injection])([0])?.flows ?? [];
    assert.deepEqual(
      [...(without ?? [])].map((mw) => Number(mw.toFixed(9))),
      [0, 65, 50],
    );
  });

  it('drives power round a ring by a phase shift, and takes it away with the line', () => {
    // A phase shift of 0.1 rad over three reactances of 0.1 pu in series, on 100 MVA.
    const shifted = ring.transmission_lines?.map((line, l) => ({
      ...line,
      x_pu: 0.1,
      phase_shift_deg: l === 0 ? 18 / Math.PI : 0,
    }));
    const grid = readGrid(readCase({ ...ring, transmission_lines: shifted }, 'scuc'));
    const still = [new Float64Array(3)];
    const [flows] = reachedFlows(grid, factorizeGrid(grid, []), still)([])?.flows ?? [];
    assert.deepEqual(
      [...(flows ?? [])].map((mw) => Math.abs(Math.round(mw * 1e6) / 1e6)),
      [33.333333, 33.333333, 33.333333],
    );
    for (const solve of [rebuiltFlows(grid, still), correctedFlows(grid, factorizeGrid(grid, []), still)])
      for (const mw of solve([0])?.flows[0] ?? [Number.NaN]) assert.ok(Math.abs(mw) < 1e-9);
  });

  it('agrees between rebuilding the network and correcting its angles, for one lost line and two', () => {
    const { grid, injections } = meshed(30, 5);
    for (const lost of [[0], [7], [3, 33], [12, 40]]) {
      const rebuilt = rebuiltFlows(grid, injections)(lost)?.flows ?? null;
      const corrected = correctedFlows(grid, factorizeGrid(grid, []), injections)(lost)?.flows ?? null;
      assert.ok(largestDifference(rebuilt, corrected) < 1e-7);
    }
  });

  it('has an effect of each degree that is the flow of a turned phase shifter, after outages and by both ways', () => {
    const { grid: plain, injections } = meshed(30, 6);
    const shifters = [2, 8, 40].map((position) => ({ position, least: -9, most: 9, cost: 0 }));
    const grid = { ...plain, shifters, lines: plain.lines.map((each) => ({ ...each, shift: 0 })) };
    const factors = factorizeGrid(grid, []);
    assert.ok(factors);
    const shifts = [1, -2, 3].map((degrees) =>
      Float64Array.from(grid.lines.keys(), (line) =>
        shifters.some(({ position }) => position === line) ? degrees * MW_PER_DEGREE : 0,
      ),
    );
    for (const lost of [[], [8], [2, 33]]) {
      const rebuilt = rebuiltFlows(grid, injections, shifts)(lost)?.flows ?? null;
      const corrected = correctedFlows(grid, factors, injections, shifts)(lost)?.flows ?? null;
      assert.ok(largestDifference(rebuilt, corrected) < 1e-7);
      const row = shiftFactors(grid, factors, 5, lost) ?? new Float64Array();
      for (const [hour, degrees] of [1, -2, 3].entries()) {
        const whole = [...(injections[hour] ?? []), degrees, degrees, degrees];
        const flow = whole.reduce((mw, value, at) => mw + value * (row[at] ?? Number.NaN), 0);
        assert.ok(Math.abs(flow - (rebuilt?.[hour]?.[5] ?? Number.NaN)) < 1e-7, `${lost}`);
      }
    }
  });

  it('returns null when an outage splits an island', () => {
    const radial = { ...ring, transmission_lines: ring.transmission_lines?.slice(0, 2) };
    const grid = readGrid(readCase(radial, 'scuc'));
    assert.equal(reachedFlows(grid, factorizeGrid(grid, []), [new Float64Array(3)])([1]), null);
  });

  it('finds the singular matrix', () => {
    assert.equal(factorize(Float64Array.of(1, 2, 2, 4), 2), null);
    const solution = factorize(Float64Array.of(0, 2, 4, 0), 2)?.solve([2, 8]);
    assert.deepEqual([...(solution ?? [])], [2, 1]);
  });
});

const line = (from: number, to: number) => ({
  id: `${from}-${to}`,
  from,
  to,
  susceptance: 1,
  shift: 0,
  resistance: 0,
  rating: [],
  emergency: [],
  penalty: [],
});

describe('splitsIsland', () => {
  it('finds a ring whole without a line and in two without two', () => {
    const splits = splitsIsland({
      buses: [1, 2, 3, 4],
      lines: [line(0, 1), line(1, 2), line(2, 3), line(3, 0)],
    });
    assert.deepEqual(
      [[], [2], [0, 2]].map((lost) => splits(lost)),
      [false, false, true],
    );
  });

  it('walks a chain of a hundred squares, through which there are 2^100 paths', () => {
    const squares = Array.from({ length: 100 }, (_, k) => 3 * k);
    const lines = squares.flatMap((at) => [
      line(at, at + 1),
      line(at, at + 2),
      line(at + 1, at + 3),
      line(at + 2, at + 3),
    ]);
    const buses = Array.from({ length: 301 }, (_, b) => b);
    const splits = splitsIsland({ buses, lines: [...lines, line(0, 300)] });
    assert.equal(splits([400]), false);
    assert.equal(splits([400, 0, 1]), true);
  });

  it('agrees with a breadth-first search', () => {
    const r = random(11);
    let split = 0;
    for (let k = 0; k < 100; k++) {
      const buses = Array.from({ length: r.integer(1, 40) }, (_, b) => b);
      const last = buses.length - 1;
      const lines = Array.from({ length: r.integer(0, 90) }, () =>
        line(r.integer(0, last), r.integer(0, last)),
      );
      const lost = [...lines.keys()].filter(() => r.between(0, 1) < 0.05);
      const remaining = lines.filter((_, position) => !lost.includes(position));
      const islands = (among: typeof lines): number =>
        components(
          buses.length,
          among.map(({ from, to }) => [from, to]),
        ).length;
      const expected = islands(remaining) > islands(lines);
      assert.equal(splitsIsland({ buses, lines })(lost), expected);
      if (expected) split++;
    }
    assert.ok(split > 10 && split < 90, `${split}`);
  });
});

describe('reachedFlows', () => {
  it('leaves out no line whose flow changes by more than its slack, and gives the flows of the others', () => {
    const { grid, injections } = meshed(200, 3);
    const factors = factorizeGrid(grid, []);
    const solve = reachedFlows(grid, factors, injections);
    const before = solve([])?.flows ?? [];
    const slack = Float64Array.from(grid.lines, (_, l) => (l % 3 === 0 ? Number.NaN : 5));
    const gaps = [[0], [7], [3, 233], [12, 40]].flatMap((lost) => {
      const reached = solve(lost, slack);
      const after = solve(lost)?.flows ?? [];
      const reachedLines = [...(reached?.lines ?? [])];
      for (const [hour, flows] of after.entries())
        assert.deepEqual(
          [...(reached?.flows[hour] ?? [])],
          reachedLines.map((l) => flows[l]),
        );
      const out = [...grid.lines.keys()].filter((l) => !reachedLines.includes(l));
      const changes = out.flatMap((l) =>
        after.map((flows, hour) => Math.abs((flows[l] ?? Number.NaN) - (before[hour]?.[l] ?? Number.NaN))),
      );
      assert.ok(Math.max(...changes) <= 5);
      return out;
    });
    assert.ok(gaps.length > 100 && gaps.every((l) => l % 3 !== 0), `${gaps.length}`);
  });
});
