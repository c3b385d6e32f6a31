/** Cases whose optimum can be found by hand: one rule decides each, and the arithmetic is beside it. */
import assert from 'node:assert/strict';
import type { SolvePayload } from '../../../../temporal/case/messages/payload.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { solve } from '../../../support/engine/solve.ts';

interface HandMade {
  readonly rule: string;
  readonly payload: Omit<SolvePayload, 'loads' | 'horizon'>;
  readonly load: number[];
  /** Objective, $. */
  readonly optimum: number;
  /** Some of the schedule, MW. */
  readonly dispatch?: Record<string, number[]>;
}

const cheap = (changes = {}) => aUnit('cheap', { marginal_cost: 10, ...changes });
const dear = (changes = {}) => aUnit('dear', { marginal_cost: 20, ...changes });

const CASES: readonly HandMade[] = [
  {
    rule: 'loads the cheaper unit first',
    payload: { generators: [dear(), cheap()] },
    load: [150],
    optimum: 100 * 10 + 50 * 20,
    dispatch: { cheap: [100], dear: [50] },
  },
  {
    rule: 'pays no-load cost of a unit on line only',
    payload: { generators: [cheap({ no_load_cost: 50 }), dear({ no_load_cost: 70 })] },
    load: [60],
    optimum: 60 * 10 + 50,
  },
  {
    rule: 'pays a start, not the hours that follow',
    payload: { generators: [cheap(), dear({ startup_cost: 500, initial_status: -5 })] },
    load: [50, 150, 150],
    optimum: 500 + 2 * (1000 + 50 * 20) + 500,
    dispatch: { dear: [0, 50, 50] },
  },
  {
    rule: 'keeps a started unit on line for its minimum up time',
    payload: { generators: [cheap(), dear({ p_min: 20, min_uptime: 3, initial_status: -9 })] },
    load: [15, 150, 50, 50],
    optimum: 150 + (1000 + 50 * 20) + 2 * (30 * 10 + 20 * 20),
    dispatch: { dear: [0, 50, 20, 20] },
  },
  {
    rule: 'keeps a unit on line that was started before the first hour',
    payload: { generators: [cheap(), dear({ p_min: 20, min_uptime: 3, initial_status: 1 })] },
    load: [50, 50, 50],
    optimum: 2 * (30 * 10 + 20 * 20) + 500,
    dispatch: { dear: [20, 20, 0] },
  },
  {
    rule: 'keeps a unit off line that was stopped before the first hour',
    payload: { generators: [cheap({ min_downtime: 3, initial_status: -1 }), dear()] },
    load: [50, 50, 50],
    optimum: 2 * 50 * 20 + 50 * 10,
    dispatch: { cheap: [0, 0, 50] },
  },
  {
    rule: 'keeps a unit that has just stopped off line for its whole minimum down time',
    payload: { generators: [cheap({ min_downtime: 2, initial_status: 0 }), dear()] },
    load: [50, 50, 50],
    optimum: 2 * 50 * 20 + 50 * 10,
  },
  {
    rule: 'ramps up from the output before the first hour',
    payload: { generators: [cheap({ ramp_up: 30, initial_power_mw: 20 }), dear()] },
    load: [80, 80],
    optimum: 50 * 10 + 30 * 20 + 80 * 10,
    dispatch: { cheap: [50, 80] },
  },
  {
    rule: 'lets a unit begin anywhere when the output before the first hour is unknown',
    payload: { generators: [cheap({ ramp_up: 30, ramp_down: 30 }), dear()] },
    load: [80, 50],
    optimum: 80 * 10 + 50 * 10,
  },
  {
    rule: 'ramps down no faster than it may, though a cheaper unit could take over',
    payload: {
      generators: [cheap({ initial_status: -1, min_downtime: 2 }), dear({ ramp_down: 30, p_min: 10 })],
    },
    load: [100, 100],
    optimum: 100 * 20 + 70 * 20 + 30 * 10,
    dispatch: { dear: [100, 70] },
  },
  {
    rule: 'starts within the start-up ramp and follows the ramp from there',
    payload: { generators: [cheap({ startup_ramp: 40, ramp_up: 30, initial_status: -3 }), dear()] },
    load: [80, 80],
    optimum: 40 * 10 + 40 * 20 + 70 * 10 + 10 * 20,
    dispatch: { cheap: [40, 70] },
  },
  {
    rule: 'stops in the first hour from an output above that hour’s maximum',
    payload: {
      generators: [cheap(), dear({ p_min: 60, initial_power_mw: 100, p_max_profile: [90, 90] })],
    },
    load: [50, 50],
    optimum: 2 * 50 * 10,
  },
  {
    rule: 'commits a unit for reserve alone',
    payload: {
      generators: [cheap(), dear({ no_load_cost: 100, initial_status: -5 })],
      reserves: [{ name: 'spin', mw: 30 }],
    },
    load: [90],
    optimum: 90 * 10 + 100,
  },
  {
    rule: 'goes short of reserve when that is cheaper',
    payload: {
      generators: [cheap(), dear({ no_load_cost: 100, initial_status: -5 })],
      reserves: [{ name: 'spin', mw: 30, penalty_usd_per_mwh: 2 }],
    },
    load: [90],
    optimum: 90 * 10 + 20 * 2,
  },
  {
    rule: 'climbs a cost curve as far as another unit is dearer',
    payload: {
      generators: [
        cheap({
          cost_curve: [
            { mw: 0, usd_per_h: 0 },
            { mw: 50, usd_per_h: 500 },
            { mw: 100, usd_per_h: 1500 },
          ],
        }),
        dear({ marginal_cost: 15 }),
      ],
    },
    load: [90],
    optimum: 500 + 40 * 15,
    dispatch: { cheap: [50], dear: [40] },
  },
  ...[
    { hoursOff: 0, cost: 100 },
    { hoursOff: 4, cost: 100 },
    { hoursOff: 5, cost: 400 },
    { hoursOff: 30, cost: 900 },
  ].map(({ hoursOff, cost }) => ({
    rule: `pays the start-up tier of ${hoursOff} h off`,
    payload: {
      generators: [
        cheap({
          min_downtime: 0,
          initial_status: -hoursOff,
          startup_categories: [
            { lag_h: 0, cost_usd: 100 },
            { lag_h: 5, cost_usd: 400 },
            { lag_h: 10, cost_usd: 900 },
          ],
        }),
      ],
    },
    load: [50],
    optimum: 50 * 10 + cost,
  })),
  {
    rule: 'keeps a must-run unit at its minimum',
    payload: { generators: [cheap(), dear({ p_min: 20, must_run: true, initial_status: -5 })] },
    load: [50],
    optimum: 30 * 10 + 20 * 20,
  },
  {
    rule: 'follows hourly limits, zero among them',
    payload: { generators: [cheap({ p_max_profile: [100, 0, 30] }), dear()] },
    load: [50, 50, 50],
    optimum: 500 + 1000 + (30 * 10 + 20 * 20),
    dispatch: { cheap: [50, 0, 30] },
  },
  {
    rule: 'lets a unit consume where its minimum is negative',
    payload: { generators: [cheap({ p_min: -20 })] },
    load: [-10],
    optimum: -10 * 10,
    dispatch: { cheap: [-10] },
  },
  {
    rule: 'takes what a renewable must give and no more than is cheaper',
    payload: {
      generators: [cheap()],
      renewables: [{ name: 'wind', bus: 1, p_min: [5, 5], p_max: [30, 30], marginal_cost: 12 }],
    },
    load: [50, 120],
    optimum: 45 * 10 + 5 * 12 + 100 * 10 + 20 * 12,
  },
  {
    rule: 'moves energy to the dear hour and loses some of it',
    payload: {
      generators: [cheap({ p_max: 50 }), dear({ marginal_cost: 100 })],
      storage: [
        {
          name: 'battery',
          bus: 1,
          energy_mwh: 10,
          charge_mw: 10,
          discharge_mw: 10,
          efficiency: 0.5,
          initial_mwh: 0,
        },
      ],
    },
    load: [40, 60],
    optimum: 50 * 10 + 50 * 10 + 5 * 100,
  },
  {
    rule: 'sheds load at its price when nothing else is left',
    payload: { generators: [cheap()], options: { unserved_energy_usd_per_mwh: 1000 } },
    load: [120],
    optimum: 100 * 10 + 20 * 1000,
  },
];

describe('unit commitment by hand', () => {
  for (const { rule, payload, load, optimum, dispatch } of CASES) {
    it(rule, async () => {
      const result = await solve('uc', {
        ...payload,
        loads: [{ bus: 1, values: load }],
        horizon: load.length,
      });
      assert.equal(result.termination_status, 'OPTIMAL');
      assert.ok(Math.abs((result.objective_value ?? Number.NaN) - optimum) <= 1e-6 * Math.abs(optimum));
      for (const [name, mw] of Object.entries(dispatch ?? {})) assert.deepEqual(result.dispatch_mw[name], mw);
    });
  }
  it('keeps penalties out of the total cost', async () => {
    const { objective_value, total_cost_usd, cost_breakdown } = await solve('uc', {
      generators: [cheap({ no_load_cost: 50 })],
      loads: [{ bus: 1, values: [120] }],
      horizon: 1,
      options: { unserved_energy_usd_per_mwh: 1000 },
    });
    assert.deepEqual(
      { objective_value, total_cost_usd, cost_breakdown },
      {
        objective_value: 21_050,
        total_cost_usd: 1050,
        cost_breakdown: { energy_usd: 1000, no_load_usd: 50, startup_usd: 0, penalty_usd: 20_000 },
      },
    );
  });
});
