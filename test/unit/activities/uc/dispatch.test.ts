/** What sets economic dispatch apart from unit commitment. */
import assert from 'node:assert/strict';
import type { SolvePayload } from '../../../../temporal/case/messages/payload.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { threeBus } from '../../../support/cases/three-bus.ts';
import { solve } from '../../../support/engine/solve.ts';

const dispatch = (
  generators: SolvePayload['generators'],
  values: number[],
  more: Partial<SolvePayload> = {},
) => solve('ed', { generators, loads: [{ bus: 1, values }], horizon: values.length, ...more });

describe('economic dispatch', () => {
  it('runs the units of its commitment, those it does not name are off', async () => {
    const { commitment, dispatch_mw, startup } = await dispatch(
      [aUnit('A'), aUnit('B', { marginal_cost: 1 })],
      [50, 50],
      {
        commitment: { A: [1, 1] },
      },
    );
    assert.deepEqual(
      { commitment, dispatch_mw, startup },
      {
        commitment: { A: [1, 1], B: [0, 0] },
        dispatch_mw: { A: [50, 50], B: [0, 0] },
        startup: {},
      },
    );
  });
  it('pays no start-up cost and knows no minimum times and no must-run', async () => {
    const unit = aUnit('A', {
      startup_cost: 999,
      min_uptime: 5,
      min_downtime: 5,
      initial_status: -1,
      no_load_cost: 7,
    });
    const { objective_value } = await dispatch([unit, aUnit('B', { must_run: true, p_min: 30 })], [50, 50], {
      commitment: { A: [1, 0], B: [0, 1] },
    });
    assert.equal(objective_value, 50 * 10 + 7 + 50 * 10);
  });
  it('begins anywhere when the output before the first hour is unknown', async () => {
    const unit = aUnit('A', { initial_status: -5, startup_ramp: 20, ramp_up: 20, p_min: 10 });
    const { dispatch_mw } = await dispatch([unit], [90], { commitment: { A: [1] } });
    assert.deepEqual(dispatch_mw['A'], [90]);
  });
  it('starts within the start-up ramp when it is known', async () => {
    const unit = aUnit('A', { initial_status: -5, initial_power_mw: 0, startup_ramp: 20 });
    const { dispatch_mw } = await dispatch([unit, aUnit('B', { marginal_cost: 99 })], [90], {
      commitment: { A: [1], B: [1] },
    });
    assert.deepEqual(dispatch_mw, { A: [20], B: [70] });
  });
  it('stops within the shut-down ramp', async () => {
    const { dispatch_mw } = await dispatch(
      [aUnit('A', { shutdown_ramp: 30 }), aUnit('B', { marginal_cost: 20 })],
      [80, 50],
      { commitment: { A: [1, 0], B: [1, 1] } },
    );
    assert.deepEqual(dispatch_mw, { A: [30, 0], B: [50, 50] });
  });
  it('without a commitment lets every unit idle, and says so', async () => {
    const units = [aUnit('A', { p_min: 60, no_load_cost: 5 }), aUnit('B', { p_min: 50, marginal_cost: 20 })];
    const { commitment, objective_value, termination_status, warnings } = await dispatch(units, [40]);
    assert.deepEqual(commitment, { A: [1], B: [0] });
    assert.deepEqual(
      { objective_value, termination_status },
      { objective_value: 405, termination_status: 'OPTIMAL' },
    );
    assert.deepEqual(warnings, ['No commitment given: every unit is available and may be idle']);
  });
  it('gives a unit no share of a rounding error that would start it', async () => {
    const third = aUnit('A', { p_max: 100 / 3, marginal_cost: 1, no_load_cost: 3 });
    const { commitment, objective_value } = await dispatch(
      [third, aUnit('B', { no_load_cost: 1000 })],
      [100 / 3],
    );
    assert.deepEqual(commitment, { A: [1], B: [0] });
    assert.ok(Math.abs((objective_value ?? 0) - (100 / 3 + 3)) < 1e-5);
  });
  it('keeps lines out unless asked, and then their base case only', async () => {
    const payload: SolvePayload = { ...threeBus(), contingencies: [{ id: 'lose L12', lines: ['L12'] }] };
    const free = await solve('ed', payload);
    assert.equal(free.flows_mw, undefined);
    assert.deepEqual(free.dispatch_mw, { A: [200], B: [0], C: [0] });
    const limited = await solve('ed', { ...payload, options: { network: true } });
    assert.deepEqual(limited.dispatch_mw, { A: [65], B: [100], C: [35] });
    assert.ok(limited.warnings.includes('Contingencies are ignored by ed'));
  });
  it('is infeasible with limits that contradict each other, like unit commitment', async () => {
    for (const jobType of ['ed', 'uc'] as const) {
      const { termination_status, infeasibility } = await solve(jobType, {
        generators: [aUnit('A'), aUnit('idle', { p_min: 200 })],
        loads: [{ bus: 1, values: [10] }],
        horizon: 1,
      });
      assert.equal(termination_status, 'INFEASIBLE');
      assert.equal(infeasibility?.causes[0]?.code, 'OUTPUT_LIMITS_INVERTED');
    }
  });
});
