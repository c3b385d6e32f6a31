/** The checks of flows, loadings, reactive supply and contingencies with random numbers, and in long lists. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkContingency } from '../../../../../api/power-flow/checks/check-contingency.ts';
import { checkFlow, type ReactiveFlow } from '../../../../../api/power-flow/checks/check-flow.ts';
import { checkLoadings } from '../../../../../api/power-flow/checks/check-loadings.ts';
import { checkReactiveSupply } from '../../../../../api/power-flow/checks/check-reactive-supply.ts';
import { DEFAULT_LIMITS } from '../../../../../api/power-flow/limits.ts';

const any = fc.double({ noNaN: true, noDefaultInfinity: true });
const RUNS = { numRuns: 1000 };

describe('the check of a contingency, whatever the numbers', () => {
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

describe('the check of a reactive flow, whatever the numbers', () => {
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

describe('the check of loadings, whatever the numbers', () => {
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

describe('the check of reactive supply, whatever the numbers', () => {
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
