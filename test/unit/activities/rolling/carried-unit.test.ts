import assert from 'node:assert/strict';
import { carriedUnit } from '../../../../activities/rolling/carried-unit.ts';
import type { Generator } from '../../../../temporal/messages/generator.ts';
import { aUnit } from '../../../support/a-unit.ts';

const carried = (changes: Partial<Generator>, status: number, power_mw: number, reserve_mw = 0) =>
  carriedUnit(aUnit('g', changes), { status, power_mw, reserve_mw }, 24);

describe('carriedUnit', () => {
  it('leaves what a minimum up time of 30 h still demands after 25 h', () => {
    assert.deepEqual(carried({ min_uptime: 30 }, 25, 50), { initial_status: 25, initial_power_mw: 50 });
  });
  it('leaves what a minimum down time of 30 h still demands after 3 h', () => {
    assert.deepEqual(carried({ min_downtime: 30 }, -3, 0), { initial_status: -3, initial_power_mw: 0 });
  });
  it('carries the output that ramps start from', () => {
    assert.equal(carried({ ramp_up: 10, ramp_down: 10 }, 40, 63.25).initial_power_mw, 63.25);
  });
  it('holds a unit on for an hour when the reserve it held forbids a stop', () => {
    const ramps = { ramp_down: 40, min_uptime: 4 };
    assert.deepEqual(carried(ramps, 30, 35, 10), { initial_status: 3, min_uptime: 4, initial_power_mw: 35 });
    assert.deepEqual(carried(ramps, 30, 35, 5), { initial_status: 30, initial_power_mw: 35 });
    assert.deepEqual(carried({ ramp_down: 40 }, 30, 35, 10), {
      initial_status: 1,
      min_uptime: 2,
      initial_power_mw: 35,
    });
  });
  it('adds no hold while the minimum up time keeps the unit on anyway', () => {
    const held = carried({ ramp_down: 40, min_uptime: 9 }, 8, 35, 10);
    assert.deepEqual(held, { initial_status: 8, initial_power_mw: 35 });
  });
  it('reads the stop limit of the hour before the window from its profile', () => {
    const p_min_profile = Array.from({ length: 48 }, (_, t) => (t < 24 ? 20 : 60));
    const unit = { shutdown_ramp: 30, p_min_profile };
    assert.deepEqual(carried(unit, 9, 50), { initial_status: 1, min_uptime: 2, initial_power_mw: 50 });
  });
  it('takes an output that is its rounding away from a limit to be at the limit', () => {
    const p_max_profile = Array.from({ length: 48 }, (_, t) => (t < 24 ? 100 : 60));
    assert.equal(carried({ ramp_down: 30, p_max_profile }, 9, 90.00003).initial_power_mw, 90);
    assert.equal(carried({ ramp_down: 30, p_max_profile }, 9, 90.0003).initial_power_mw, 90.0003);
    assert.equal(carried({ shutdown_ramp: 45 }, 9, 45.000001).initial_power_mw, 45);
  });
});
