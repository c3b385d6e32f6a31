/** Real-time hours of a run: their windows, and the day-ahead plans that they follow. */
import assert from 'node:assert/strict';
import { dayAheadPlan, realTimeWindow } from '../../../../activities/executions/real-time.ts';
import { withinBudgets } from '../../../../activities/rolling/energy-budgets.ts';
import type { SolvePayload } from '../../../../temporal/case/schema.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';

describe('an hour of real time', () => {
  const run = { horizon: 60, include_reserves: false, step_h: 24, look_ahead_h: 12 };
  const windowAt = (hour: number, look_ahead_h?: number) => {
    const realTime = realTimeWindow({ ...run, real_time: { look_ahead_h } }, hour);
    return (
      realTime && [
        realTime.dayAhead.index,
        realTime.window.start,
        realTime.window.kept,
        realTime.window.length,
      ]
    );
  };

  it('looks as far as the day-ahead window that it belongs to, or less', () => {
    assert.deepEqual(windowAt(0), [0, 0, 1, 36]);
    assert.deepEqual(windowAt(23), [0, 23, 1, 13]);
    assert.deepEqual(windowAt(24, 1), [1, 24, 1, 2]);
    assert.deepEqual(windowAt(59), [2, 59, 1, 1]);
    assert.deepEqual(windowAt(59, 6), [2, 59, 1, 1]);
    assert.equal(windowAt(60), undefined);
  });
});

describe('a day-ahead plan', () => {
  const plan = dayAheadPlan(
    { start_hour: 24, used_mwh: { river: 100 } },
    {
      commitment: { coal: [1, 1, 0] },
      storage: { battery: { charge_mw: [0, 0, 0], discharge_mw: [1, 2, 3], energy_mwh: [9, 7, 4] } },
      renewable_mw: { river: [10, 20, 30] },
    },
  );

  it('is read from an hour of the run on', () => {
    assert.deepEqual(plan.from(25), { commitment: { coal: [1, 0] }, energy: { battery: [7, 4] } });
  });
  it('states the energy of a renewable, including that of its period before the window', () => {
    assert.equal(plan.energyBetween('river', 24, 26), 30);
    assert.equal(plan.energyBetween('river', 12, 26), 130);
    assert.equal(plan.energyBetween('brook', 24, 26), 0);
  });
  it('is the budget of energy: the planned energy up to the end of the window, less the energy used', () => {
    const network = {
      renewables: [
        { name: 'river', bus: 1, p_max: [50], energy_limits: { period: 'week' as const, mwh: [1680] } },
      ],
    };
    const payload: SolvePayload = {
      horizon: 2,
      generators: [aUnit('g')],
      loads: [],
      renewables: [{ name: 'river', bus: 1, p_min: [0, 0], p_max: [50, 50] }],
    };
    const hours = { calendar: undefined, runFirst: 0, first: 25, end: 27 };
    const limits = withinBudgets(payload, network, hours, { river: 105 }, plan.energyBetween);
    assert.deepEqual(limits.renewables?.[0]?.energy_limits, [{ first_hour: 0, last_hour: 1, mwh: 55 }]);
  });
});
