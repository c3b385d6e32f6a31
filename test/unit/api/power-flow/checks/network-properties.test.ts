/** The checks of lines, units of measurement and topology with random networks, and a very long one. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { adjustLines } from '../../../../../api/power-flow/checks/adjust-lines.ts';
import { checkLine } from '../../../../../api/power-flow/checks/check-lines.ts';
import { checkTopology, type Topology } from '../../../../../api/power-flow/checks/check-topology.ts';
import {
  checkUnits,
  HIGHER_VOLTAGES_KV,
  LOW_VOLTAGES_KV,
} from '../../../../../api/power-flow/checks/check-units.ts';
import { DEFAULT_LIMITS } from '../../../../../api/power-flow/limits.ts';

const RUNS = { numRuns: 1000 };

describe('lines, whatever their impedance', () => {
  const near0 = fc.oneof(
    fc.double({ min: -0.002, max: 0.002, noNaN: true }),
    fc.double({ noNaN: true }),
    fc.constantFrom(0, 0.001, -0.001, null),
  );
  const anyLine = fc.record({
    id: fc.nat(20),
    r_ohm: near0,
    x_ohm: near0,
    s_nom_mva: fc.option(fc.double()),
  });

  it('are adjusted once, and have no small reactance then', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 12 }), (lines) => {
        const { adjusted_lines } = adjustLines(lines, DEFAULT_LIMITS);
        for (const { x_ohm } of adjusted_lines) assert.ok(Math.abs(x_ohm) >= 0.001);
        assert.deepEqual(adjustLines(adjusted_lines, DEFAULT_LIMITS).adjusted_lines, []);
      }),
      RUNS,
    );
  });

  it('are judged by R/X alike at any scale', () => {
    const ohm = fc.double({ min: 0.001, max: 10, noNaN: true });
    const ratioFindings = (r_ohm: number, x_ohm: number) => {
      const { error, details } = checkLine({ id: 'X', r_ohm, x_ohm }, DEFAULT_LIMITS);
      return [error, ...details.warnings].filter((what) => what?.includes('R/X'));
    };
    fc.assert(
      fc.property(ohm, ohm, fc.double({ min: 1, max: 10, noNaN: true }), (r, x, k) => {
        const onEdge = [0.01, 1, 10].some((edge) => Math.abs(r / x - edge) < 1e-6);
        fc.pre(!onEdge);
        assert.deepEqual(ratioFindings(k * r, k * x), ratioFindings(r, x));
      }),
      RUNS,
    );
  });
});

describe('the check of units, whatever the voltage', () => {
  const bus = (v_nom_kv: number) => checkUnits({ buses: [{ id: 0, v_nom_kv }] }, DEFAULT_LIMITS);

  it('accepts every standard voltage within 2.5 %, and finds it again in volts', () => {
    const standard = fc.constantFrom(...LOW_VOLTAGES_KV, ...HIGHER_VOLTAGES_KV);
    fc.assert(
      fc.property(standard, fc.double({ min: -0.0249, max: 0.0249, noNaN: true }), (kv, share) => {
        const value = Math.min(1200, kv * (1 + share));
        assert.deepEqual(bus(value).details, []);
        if (value <= 2) return;
        assert.equal(bus(1000 * value).suspicious_values[0]?.suspected_unit, 'V');
      }),
      RUNS,
    );
  });
});

describe('the check of a topology, whatever the network', () => {
  const check = (topology: Topology) => checkTopology(topology);
  const network = (buses: number, lines: readonly (readonly [from: number, to: number])[]): Topology => ({
    buses: Array.from({ length: buses }, (_, i) => ({ id: i + 1 })),
    lines: lines.map(([from_bus, to_bus]) => ({ from_bus, to_bus })),
  });
  const anyNetwork = fc.integer({ min: 1, max: 12 }).chain((buses) => {
    const end = fc.integer({ min: 1, max: buses });
    return fc.array(fc.tuple(end, end), { maxLength: 15 }).map((lines) => network(buses, lines));
  });

  it('follows a feeder of 20,000 buses to its end', () => {
    const chain = Array.from({ length: 19_999 }, (_, i) => [20_000 - i, 19_999 - i] as const);
    assert.equal(check(network(20_000, chain)).valid, true);
  });
  it('finds every bus in one island, and is valid only without critical issues', () => {
    fc.assert(
      fc.property(anyNetwork, (topology) => {
        const { islands, critical_issues, valid, summary } = check(topology);
        if (islands.length > 0) assert.equal(new Set(islands.flat()).size, topology.buses.length);
        if (islands.length > 0) assert.equal(islands.flat().length, topology.buses.length);
        assert.equal(summary.components, Math.max(1, islands.length));
        assert.equal(valid, critical_issues.length === 0);
      }),
      RUNS,
    );
  });
  it('does not mind other names or another order', () => {
    fc.assert(
      fc.property(anyNetwork, fc.infiniteStream(fc.double({ noNaN: true })), (topology, draws) => {
        const shuffled = <T>(list: readonly T[]): T[] =>
          list
            .map((item) => ({ item, key: draws.next().value }))
            .sort((a, b) => a.key - b.key)
            .map(({ item }) => item);
        const lines = topology.lines.map((l) => ({ from_bus: `n${l.to_bus}`, to_bus: `n${l.from_bus}` }));
        const buses = topology.buses.map(({ id }) => ({ id: `n${id}` }));
        const other = check({ buses: shuffled(buses), lines: shuffled(lines) });
        const own = check(topology);
        assert.equal(other.valid, own.valid);
        assert.deepEqual(other.summary, own.summary);
      }),
      RUNS,
    );
  });
  it('never finds more islands after a line is added', () => {
    const end = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(anyNetwork, end, end, (topology, from_bus, to_bus) => {
        const more = { ...topology, lines: [...topology.lines, { from_bus, to_bus }] };
        assert.ok(check(more).summary.components <= check(topology).summary.components);
      }),
      RUNS,
    );
  });
});
