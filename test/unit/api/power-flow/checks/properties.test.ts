/** The checks with random numbers, random networks, and very long lists. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { adjustLines } from '../../../../../api/power-flow/checks/adjust-lines.ts';
import { checkContingency } from '../../../../../api/power-flow/checks/check-contingency.ts';
import { checkFlow, type ReactiveFlow } from '../../../../../api/power-flow/checks/check-flow.ts';
import { checkLine } from '../../../../../api/power-flow/checks/check-lines.ts';
import { checkLoadings } from '../../../../../api/power-flow/checks/check-loadings.ts';
import { checkReactiveSupply } from '../../../../../api/power-flow/checks/check-reactive-supply.ts';
import { checkTopology, type Topology } from '../../../../../api/power-flow/checks/check-topology.ts';
import {
  checkUnits,
  HIGHER_VOLTAGES_KV,
  LOW_VOLTAGES_KV,
} from '../../../../../api/power-flow/checks/check-units.ts';
import { DEFAULT_LIMITS } from '../../../../../api/power-flow/limits.ts';

const RUNS = { numRuns: 1000 };

describe('lines of any impedance', () => {
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

describe('the check of units of any voltage', () => {
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

describe('the check of any topology', () => {
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
        const original = check(topology);
        assert.equal(other.valid, original.valid);
        assert.deepEqual(other.summary, original.summary);
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

const any = fc.double({ noNaN: true, noDefaultInfinity: true });

describe('the check of a contingency with any numbers', () => {
  const check = (system_inertia_mw_s: number, projected_rate_of_change_freq: number) =>
    checkContingency(
      { contingency: 'c', system_inertia_mw_s, projected_rate_of_change_freq },
      DEFAULT_LIMITS,
    );

  it('implies a loss of power linear in inertia and rate', () => {
    const size = fc.integer({ min: 1, max: 1_000_000 });
    const rate = fc.integer({ min: 1, max: 10 });
    const implied = (energy: number, hz: number) =>
      check(energy, hz).details.implied_imbalance_mw ?? assert.fail();
    fc.assert(
      fc.property(size, rate, fc.integer({ min: 2, max: 9 }), (energy, hz, k) => {
        const once = implied(energy, hz);
        assert.ok(Math.abs(implied(k * energy, hz) - k * once) < 1e-3);
        assert.ok(Math.abs(implied(energy, k * hz) - k * once) < 1e-3);
      }),
      RUNS,
    );
  });

  it('does not care for the sign of the rate', () => {
    fc.assert(
      fc.property(any, (hz) => assert.deepEqual(check(50_000, hz), check(50_000, -hz))),
      RUNS,
    );
  });
});

describe('the check of a reactive flow with any numbers', () => {
  const check = (from: number, to: number, x_pu: number, changes: Partial<ReactiveFlow> = {}) =>
    checkFlow(
      {
        line_id: 'L',
        from_flow_mvar: from,
        to_flow_mvar: to,
        line_impedance: { r_pu: 0, x_pu },
        ...changes,
      },
      DEFAULT_LIMITS,
    );
  const flow = fc.double({ min: -1000, max: 1000, noNaN: true });
  const x = fc.double({ min: -1, max: 1, noNaN: true });

  it('finds the same when the ends are swapped', () => {
    fc.assert(
      fc.property(flow, flow, x, (from, to, x_pu) =>
        assert.deepEqual(check(from, to, x_pu), check(to, from, x_pu)),
      ),
      RUNS,
    );
  });

  it('finds the same into the line when both flows are turned round', () => {
    const into = { sign_convention: 'into_line' } as const;
    fc.assert(
      fc.property(flow, flow, x, (from, to, x_pu) =>
        assert.deepEqual(check(from, to, x_pu, into), check(-from, -to, x_pu, into)),
      ),
      RUNS,
    );
  });

  it('has finite figures for the largest numbers that there are', () => {
    fc.assert(
      fc.property(any, any, any, any, (from, to, x_pu, p_flow_mw) => {
        const { details, mismatch_mvar, imbalance_percent } = check(from, to, x_pu, { p_flow_mw });
        const { expected_series_loss_mvar: loss, voltage_drop_pu: drop } = details;
        assert.ok([mismatch_mvar, imbalance_percent, loss, drop].every(Number.isFinite));
      }),
      RUNS,
    );
  });
});

describe('the check of loadings with any numbers', () => {
  const mva = fc.double({ min: 0.001, max: 10_000, noNaN: true });
  const check = (flow_mva: number, thermal_limit_mva: number) =>
    checkLoadings([{ id: 7, flow_mva, thermal_limit_mva }], DEFAULT_LIMITS);

  it('does not change when flow and limit are scaled', () => {
    fc.assert(
      fc.property(mva, mva, fc.integer({ min: -20, max: 20 }), (flow, limit, exponent) => {
        const k = 2 ** exponent;
        const [before, after] = [check(flow, limit), check(k * flow, k * limit)];
        assert.deepEqual([after.violations, after.warnings], [before.violations, before.warnings]);
        assert.equal(after.violation_details[0]?.loading_pct, before.violation_details[0]?.loading_pct);
      }),
      RUNS,
    );
  });

  it('never finds a violation less when more flows', () => {
    fc.assert(
      fc.property(mva, mva, mva, (flow, more, limit) => {
        const [less, greater] = [check(flow, limit), check(flow + more, limit)];
        assert.ok(greater.violations.length >= less.violations.length);
      }),
      RUNS,
    );
  });
});

describe('the check of reactive supply with any numbers', () => {
  it('is never made infeasible by one more source', () => {
    const mvar = fc.double({ min: -500, max: 500, noNaN: true });
    const source = fc.record({ q_max_mvar: mvar, q_min_mvar: mvar });
    const more = fc.record({ q_max_mvar: fc.double({ min: 0, max: 500, noNaN: true }), q_min_mvar: mvar });
    const isFeasible = (
      load_mvar: number,
      available_sources: Parameters<typeof checkReactiveSupply>[0]['available_sources'],
    ) => checkReactiveSupply({ bus_id: 'B', load_mvar, available_sources }, DEFAULT_LIMITS).feasible;
    fc.assert(
      fc.property(mvar, fc.array(source, { maxLength: 8 }), more, (load, sources, added) => {
        if (isFeasible(load, sources)) assert.ok(isFeasible(load, [...sources, added]));
      }),
      { numRuns: 2000 },
    );
  });
});
