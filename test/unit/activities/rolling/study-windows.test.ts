/**
 * State that one window of a study passes to the next: energy budgets, units before their maintenance, and days without
 * a schedule.
 */
import assert from 'node:assert/strict';
import { stateUnsolved } from '../../../../activities/rolling/carried-state.ts';
import { usedAfter, usedBefore, withinBudgets } from '../../../../activities/rolling/energy-budgets.ts';
import { begunForOutages } from '../../../../activities/rolling/outages.ts';
import { windowPayload } from '../../../../activities/rolling/window-payload.ts';
import { toNetworkContent } from '../../../../temporal/case/network-body.ts';
import type { Generator, SolvePayload } from '../../../../temporal/case/schema.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { studyNetwork } from '../../../support/cases/study-network.ts';

const HORIZON = 48;
const hours = (mw: number): number[] => Array(HORIZON).fill(mw);
const weekly = toNetworkContent(
  studyNetwork({
    renewables: [{ name: 'river', bus: 1, p_max: [50], energy_limits: { period: 'week', mwh: [1680] } }],
  }),
);
const payload: SolvePayload = {
  generators: [aUnit('g')],
  loads: [{ bus: 1, values: hours(50) }],
  renewables: [{ name: 'river', bus: 1, p_min: hours(0), p_max: hours(50) }],
  horizon: HORIZON,
};

describe('a budget of energy', () => {
  const at = (first: number) => ({ calendar: undefined, runFirst: 0, first, end: first + HORIZON });
  const limitOf = (first: number, used: number) =>
    withinBudgets(payload, weekly, at(first), { river: used }).renewables?.[0]?.energy_limits;

  it('is shared by the remaining hours of its period', () => {
    assert.deepEqual(limitOf(0, 0), [{ first_hour: 0, last_hour: 47, mwh: 480 }]);
    assert.deepEqual(limitOf(24, 96), [{ first_hour: 0, last_hour: 47, mwh: (1584 * 48) / 144 }]);
  });
  it('is that of two periods where a window has both', () => {
    assert.deepEqual(limitOf(144, 1600), [
      { first_hour: 0, last_hour: 23, mwh: 80 },
      { first_hour: 24, last_hour: 47, mwh: 240 },
    ]);
  });
  it('is never exceeded by windows that take all they may in the hours they keep', () => {
    let used = 0;
    for (let first = 0; first < 168; first += 24) {
      const limits = limitOf(first, used);
      const window = {
        ...payload,
        renewables: [{ name: 'river', bus: 1, p_min: hours(0), p_max: hours(50), energy_limits: limits }],
      };
      const windowMwh = Math.min(50 * 24, limits?.[0]?.mwh ?? 0);
      const output = { river: Array.from({ length: HORIZON }, (_, t) => (t < 24 ? windowMwh / 24 : 0)) };
      used = usedAfter(window, output, 24, { river: used }).renewables?.['river']?.used_mwh ?? Number.NaN;
    }
    assert.ok(used <= 1680 + 1e-9 && used > 1679, `${used} MWh`);
  });
  it('begins anew with the period, and is not there for renewables without one', () => {
    const before = { renewables: { river: { used_mwh: 900 } } };
    assert.deepEqual(usedBefore(weekly, { calendar: undefined, first: 100 }, before), { river: 900 });
    assert.deepEqual(usedBefore(weekly, { calendar: undefined, first: 168 }, before), { river: 0 });
    assert.equal(usedBefore({ ...weekly, renewables: [] }, { calendar: undefined, first: 100 }), undefined);
    assert.deepEqual(usedAfter(payload, { river: hours(5) }, 24, {}), {});
  });
});

describe('a unit before its maintenance', () => {
  const unitBefore = (changes: Partial<Generator>, firstOut: number) => {
    const units = [aUnit('g', { p_min: 20, ramp_down: 30, min_uptime: 4, ...changes })];
    const out = new Map([['g', [firstOut, firstOut + 1]]]);
    const [unit] = begunForOutages({ ...payload, generators: units }, out).generators;
    return [unit?.initial_status, unit?.initial_power_mw];
  };
  it('begins off when it cannot stop in time', () => {
    assert.deepEqual(unitBefore({ initial_status: 9, initial_power_mw: 80 }, 0), [-1, 0]);
    assert.deepEqual(unitBefore({ initial_status: 2, initial_power_mw: 20 }, 0), [-1, 0]);
    assert.deepEqual(unitBefore({ initial_status: 9, initial_power_mw: undefined }, 0), [-1, 0]);
  });
  it('is unchanged if it can stop, or is off', () => {
    assert.deepEqual(unitBefore({ initial_status: 9, initial_power_mw: 25 }, 0), [9, 25]);
    assert.deepEqual(unitBefore({ initial_status: -7, initial_power_mw: 0 }, 0), [-7, 0]);
  });
  it('is not held on into it by its minimum up time', () => {
    assert.deepEqual(unitBefore({ initial_status: 1, initial_power_mw: 25 }, 2), [2, 25]);
    assert.deepEqual(unitBefore({ initial_status: 1, initial_power_mw: 25 }, 30), [1, 25]);
  });
});

describe('a window behind one without a schedule', () => {
  it('has units on or off as before, at unknown outputs', () => {
    const units = [
      aUnit('on', { min_uptime: 8, initial_status: 5, initial_power_mw: 70 }),
      aUnit('off', { min_downtime: 8, initial_status: -3 }),
    ];
    const state = stateUnsolved({ ...payload, generators: units }, 24);
    const [on, off] = windowPayload(
      { ...payload, generators: units },
      { index: 1, start: 24, kept: 24, length: 24 },
      JSON.parse(JSON.stringify(state)),
    ).generators;
    assert.deepEqual([on?.initial_status, on?.initial_power_mw], [5, undefined]);
    assert.deepEqual([off?.initial_status, off?.initial_power_mw], [-3, 0]);
  });
});
