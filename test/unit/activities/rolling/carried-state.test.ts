import assert from 'node:assert/strict';
import { carriedUnit, stateAfter } from '../../../../activities/rolling/carried-state.ts';
import type { Generator } from '../../../../temporal/case/schema.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';

const repeat = (value: number, times: number): number[] => Array.from({ length: times }, () => value);

/** State of a unit after `kept` hours of a commitment; its output while on is 50 MW. */
function statusAfter(initial_status: number, commitment: number[], kept: number) {
  const payload = { generators: [aUnit('g', { initial_status })], loads: [], horizon: commitment.length };
  const dispatch_mw = { g: commitment.map((on) => 50 * on) };
  return stateAfter(payload, { commitment: { g: commitment }, dispatch_mw }, kept).generators['g'];
}

describe('stateAfter', () => {
  it('adds the kept hours to the hours a unit was on or off before', () => {
    assert.equal(statusAfter(5, repeat(1, 48), 24)?.status, 29);
    assert.equal(statusAfter(-5, repeat(0, 48), 24)?.status, -29);
    assert.equal(statusAfter(0, repeat(0, 48), 24)?.status, -24);
  });
  it('counts from the last switch in the kept hours', () => {
    assert.equal(statusAfter(5, [...repeat(1, 21), ...repeat(0, 27)], 24)?.status, -3);
    assert.equal(statusAfter(-5, [...repeat(0, 23), ...repeat(1, 25)], 24)?.status, 1);
    assert.equal(statusAfter(9, [...repeat(0, 5), ...repeat(1, 43)], 24)?.status, 19);
    assert.equal(statusAfter(0, repeat(1, 24), 24)?.status, 24);
  });
  it('ignores the plan of the look-ahead', () => {
    const stopsNext = statusAfter(1, [...repeat(1, 24), ...repeat(0, 24)], 24);
    assert.deepEqual(stopsNext, { status: 25, power_mw: 50, reserve_mw: 0 });
  });
  it('carries output, the reserve of all products, and stored energy of the last kept hour', () => {
    const payload = {
      generators: [aUnit('on'), aUnit('off')],
      loads: [],
      horizon: 3,
      storage: [
        {
          name: 's',
          bus: 1,
          energy_mwh: 9,
          charge_mw: 1,
          discharge_mw: 1,
          efficiency: 1,
          initial_mwh: 4,
        },
      ],
    };
    const result = {
      commitment: { on: [1, 1, 1], off: [1, 0, 1] },
      dispatch_mw: { on: [10, 20, 30], off: [10, 0, 30] },
      reserve_mw: { spin: { on: [1, 2, 3], off: [0, 0, 0] }, fast: { on: [0, 4, 0], off: [0, 0, 0] } },
      storage: { s: { charge_mw: [0, 0, 0], discharge_mw: [1, 1, 1], energy_mwh: [3, 2, 1] } },
    };
    assert.deepEqual(stateAfter(payload, result, 2), {
      generators: {
        on: { status: 26, power_mw: 20, reserve_mw: 6 },
        off: { status: -1, power_mw: 0, reserve_mw: 0 },
      },
      storage: { s: { energy_mwh: 2 } },
    });
  });
});

const carried = (changes: Partial<Generator>, status: number, power_mw: number, reserve_mw = 0) =>
  carriedUnit(aUnit('g', changes), { status, power_mw, reserve_mw }, 24);

describe('carriedUnit', () => {
  it('carries the remaining minimum up time of 30 h after 25 h', () => {
    assert.deepEqual(carried({ min_uptime: 30 }, 25, 50), { initial_status: 25, initial_power_mw: 50 });
  });
  it('carries the remaining minimum down time of 30 h after 3 h', () => {
    assert.deepEqual(carried({ min_downtime: 30 }, -3, 0), { initial_status: -3, initial_power_mw: 0 });
  });

  it('counts hours as far as they matter: to the minimum time, and to the cost of a cold start', () => {
    const startup_categories = [3, 12.5].map((lag_h) => ({ lag_h, cost_usd: 100 * lag_h }));
    const unit = { min_uptime: 6, min_downtime: 5 };
    assert.equal(carried(unit, 900, 50).initial_status, 6);
    assert.equal(carried(unit, -900, 0).initial_status, -5);
    assert.equal(carried({ ...unit, startup_categories }, -900, 0).initial_status, -13);
    assert.equal(carried({ ...unit, startup_categories }, -9, 0).initial_status, -9);
  });
  it('carries the output that ramps start from', () => {
    assert.equal(carried({ ramp_up: 10, ramp_down: 10 }, 40, 63.25).initial_power_mw, 63.25);
  });
  it('holds a unit on for an hour when the reserve it held forbids a stop', () => {
    const ramps = { ramp_down: 40, min_uptime: 4 };
    assert.deepEqual(carried(ramps, 30, 35, 10), { initial_status: 3, min_uptime: 4, initial_power_mw: 35 });
    assert.deepEqual(carried(ramps, 30, 35, 5), { initial_status: 4, initial_power_mw: 35 });
    assert.deepEqual(carried({ ramp_down: 40 }, 30, 35, 10), {
      initial_status: 1,
      min_uptime: 2,
      initial_power_mw: 35,
    });
  });
  it('adds no hold while the minimum up time keeps the unit on anyway', () => {
    const state = carried({ ramp_down: 40, min_uptime: 9 }, 8, 35, 10);
    assert.deepEqual(state, { initial_status: 8, initial_power_mw: 35 });
  });
  it('reads the stop limit of the hour before the window from its profile', () => {
    const p_min = Array.from({ length: 48 }, (_, t) => (t < 24 ? 20 : 60));
    const unit = { shutdown_ramp: 30, p_min };
    assert.deepEqual(carried(unit, 9, 50), { initial_status: 1, min_uptime: 2, initial_power_mw: 50 });
  });
  it('takes an output that is its rounding away from a limit to be at the limit', () => {
    const p_max = Array.from({ length: 48 }, (_, t) => (t < 24 ? 100 : 60));
    assert.equal(carried({ ramp_down: 30, p_max }, 9, 90.00003).initial_power_mw, 90);
    assert.equal(carried({ ramp_down: 30, p_max }, 9, 90.0003).initial_power_mw, 90.0003);
    assert.equal(carried({ shutdown_ramp: 45 }, 9, 45.000001).initial_power_mw, 45);
  });
  it('reads the ramps of the first hour of the window', () => {
    const ramp_down = Array.from({ length: 48 }, (_, t) => (t === 24 ? 40 : 10));
    assert.equal(carried({ ramp_down }, 9, 40.00002).initial_power_mw, 40);
    assert.equal(carried({ ramp_down, p_max: 60 }, 9, 100.00002).initial_power_mw, 100);
    const on = { initial_status: 1, initial_power_mw: 35 };
    assert.deepEqual(carried({ ramp_down }, 9, 35, 4), on);
    assert.deepEqual(carried({ ramp_down }, 9, 35, 6), { ...on, min_uptime: 2 });
  });
});
