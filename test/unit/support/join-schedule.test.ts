import assert from 'node:assert/strict';
import { dayTotals, hourlyTotals } from '../../../activities/rolling/day-totals.ts';
import { unitFigures } from '../../../temporal/case/report/unit-figures.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { aUnit } from '../../support/cases/a-unit.ts';
import { joinSchedule, type WindowResult } from '../../support/engine/join-schedule.ts';

/** Result of a window of two hours, one of which is kept. Unit g produces `mw`, and 99 MW in the look-ahead. */
const result = (on: number, mw: number, changes: Partial<WindowResult> = {}): WindowResult => ({
  solve_time_s: 1.5,
  objective_value: 1,
  termination_status: 'OPTIMAL',
  commitment: { g: [on, 1] },
  dispatch_mw: { g: [mw, 99] },
  lmp: { bus_1: [10 * mw, 7] },
  lmp_components: { bus_1: { energy: [10 * mw, 7], congestion: [0, 0], loss: [0, 0] } },
  startup: { g: [0, 1] },
  total_cost_usd: 1,
  mip_gap: 0,
  lower_bound_usd: 1,
  node_count: 2,
  solver: 'highs',
  solver_version: '1',
  binding_constraints: [],
  cost_breakdown: null,
  warnings: ['copper plate'],
  infeasibility: undefined,
  ...changes,
});
const windowAt = (start: number) => ({ index: start, start, kept: 1, length: 2 });
const hourly = (...results: WindowResult[]) =>
  results.map((each, t) => ({ window: windowAt(t), result: each }));

const payload: SolvePayload = {
  horizon: 4,
  generators: [
    aUnit('g', {
      no_load_cost: 3,
      initial_status: 2,
      startup_categories: [
        { lag_h: 1, cost_usd: 100 },
        { lag_h: 2, cost_usd: 500 },
      ],
    }),
  ],
  loads: [{ bus: 1, values: [40, 0, 0, 60] }],
};
const start = { startup: { g: [1, 0] } };

describe('joinSchedule', () => {
  it('puts the kept hours in a row and finds their cost again', () => {
    const joined = joinSchedule(
      payload,
      hourly(result(1, 40), result(0, 0), result(0, 0), result(1, 60, start)),
    );
    assert.deepEqual(joined.commitment, { g: [1, 0, 0, 1] });
    assert.deepEqual(joined.dispatch_mw, { g: [40, 0, 0, 60] });
    assert.deepEqual(joined.startup, { g: [0, 0, 0, 1] });
    assert.deepEqual(joined.lmp_components['bus_1']?.energy, [400, 0, 0, 600]);
    // 100 MWh x 10 $/MWh; two hours on; a start after two hours off, which lie in two windows.
    assert.deepEqual(joined.cost_breakdown, {
      energy_usd: 1000,
      no_load_usd: 6,
      startup_usd: 500,
      penalty_usd: 0,
    });
    assert.equal(joined.total_cost_usd, 1506);
    assert.equal(joined.solve_time_s, 6);
    assert.equal(joined.node_count, 8);
    assert.deepEqual(joined.warnings, ['copper plate']);
    assert.equal('flows_mw' in joined, false);
  });
  it('claims no bound for the whole', () => {
    const joined = joinSchedule({ ...payload, horizon: 1 }, hourly(result(1, 40)));
    assert.deepEqual(
      [joined.termination_status, joined.lower_bound_usd, joined.mip_gap],
      ['FEASIBLE', null, null],
    );
  });
  it('counts hours of binding constraints from the start of the horizon', () => {
    const binding = {
      line_id: 'L',
      contingency_id: null,
      flow_mw: 1,
      limit_mw: 1,
      shadow_price_usd_per_mwh: 2,
    };
    const both = [
      { ...binding, hour: 0 },
      { ...binding, hour: 1 },
    ];
    const part = result(1, 1, { binding_constraints: both });
    const joined = joinSchedule({ ...payload, horizon: 2 }, hourly(part, part));
    assert.deepEqual(
      joined.binding_constraints.map(({ hour }) => hour),
      [0, 1],
    );
  });
  it('joins every other series', () => {
    const series = { a: [1, 9] };
    const part = result(1, 1, {
      flows_mw: series,
      overflow_mw: series,
      renewable_mw: series,
      curtailment_mw: series,
      reserve_shortfall_mw: series,
      unserved_mw: series,
      losses_mw: [1, 9],
      reserve_mw: { spin: series },
      storage: { a: { charge_mw: [1, 9], discharge_mw: [1, 9], energy_mwh: [1, 9] } },
    });
    const joined = joinSchedule({ ...payload, horizon: 2 }, hourly(part, part));
    for (const each of [
      joined.flows_mw,
      joined.overflow_mw,
      joined.renewable_mw,
      joined.curtailment_mw,
      joined.reserve_shortfall_mw,
      joined.unserved_mw,
      joined.reserve_mw?.['spin'],
    ]) {
      assert.deepEqual(each, { a: [1, 1] });
    }
    assert.deepEqual(joined.storage?.['a'], { charge_mw: [1, 1], discharge_mw: [1, 1], energy_mwh: [1, 1] });
    assert.deepEqual(joined.losses_mw, [1, 1]);
  });
  it('takes a name missing in a window for zero', () => {
    const over = result(1, 1, { overflow_mw: { L: [5, 0] } });
    const joined = joinSchedule({ ...payload, horizon: 2 }, hourly(result(1, 1), over));
    assert.deepEqual(joined.overflow_mw, { L: [0, 5] });
  });
  it('refuses windows that leave an hour without a schedule', () => {
    const unsolved = result(0, 0, {
      termination_status: 'INFEASIBLE',
      objective_value: null,
      commitment: {},
    });
    const two = { ...payload, horizon: 2 };
    assert.throws(() => joinSchedule(two, hourly(result(1, 1))), RangeError);
    assert.throws(() => joinSchedule(two, hourly(result(1, 1), unsolved)), RangeError);
    assert.throws(() => joinSchedule(two, hourly(result(1, 1), result(1, 1)).reverse()), RangeError);
    assert.throws(() => joinSchedule(two, []), RangeError);
  });
});

describe('dayTotals', () => {
  const window: SolvePayload = {
    ...payload,
    horizon: 2,
    loads: [
      { bus: 1, values: [30, 500] },
      { bus: 2, values: [10, 500] },
    ],
    renewables: [{ name: 'sun', bus: 1, p_min: [0, 0], p_max: [5, 5], marginal_cost: 2 }],
    reserves: [{ name: 'spin', mw: 5, penalty_usd_per_mwh: 50 }],
    transmission_lines: [{ id: 'L', from_bus: 1, to_bus: 2, x_pu: 0.1, penalty_usd_per_mwh: 20 }],
    options: { unserved_energy_usd_per_mwh: 1000 },
  };
  const day = result(1, 35, {
    lmp: { bus_1: [10, 7], bus_2: [50, 7] },
    renewable_mw: { sun: [4, 4] },
    unserved_mw: { bus_1: [0, 3], bus_2: [1, 3] },
    reserve_shortfall_mw: { spin: [2, 5] },
    overflow_mw: { L: [3, 3] },
  });

  it('adds up the kept hours and nothing of the look-ahead', () => {
    assert.deepEqual(dayTotals(window, day, 1), {
      energy_usd: 358,
      no_load_usd: 3,
      startup_usd: 0,
      // 1 MWh x 1000 + 2 MWh x 50 + 3 MWh x 20 $/MWh.
      penalty_usd: 1160,
      total_cost_usd: 361,
      generation_mwh: { g: 35, sun: 4 },
      starts: { g: 0 },
      load_mwh: 40,
      peak_load_mw: 40,
      unserved_mwh: 1,
      // (30 MWh x 10 + 10 MWh x 50 $/MWh) / 40 MWh.
      average_lmp_usd_per_mwh: 20,
    });
  });
  it('prices a start by the hours off that the window before has carried', () => {
    const off = {
      ...window,
      generators: window.generators.map((unit) => ({ ...unit, initial_status: -30 })),
    };
    const totals = dayTotals(off, { ...day, ...start }, 1);
    assert.equal(totals.startup_usd, 500);
    assert.deepEqual(totals.starts, { g: 1 });
  });
  it('counts CO2 at its price, as reports do', () => {
    const emitting = {
      ...window,
      emission_price_usd_per_t: 10,
      generators: window.generators.map((unit) => ({
        ...unit,
        initial_status: -30,
        co2_t_per_mwh: 0.5,
        co2_t_per_start: 2,
      })),
    };
    const dayWithStart = { ...day, ...start };
    const totals = dayTotals(emitting, dayWithStart, 1);
    const without = dayTotals({ ...emitting, emission_price_usd_per_t: 0 }, dayWithStart, 1);
    assert.equal(totals.total_cost_usd - without.total_cost_usd, 10 * (0.5 * 35 + 2));
    const reported = [...unitFigures(emitting, { ...dayWithStart, certificate: null }, 1)].map(([, of]) =>
      [of.energy_usd, of.no_load_usd, of.startup_usd, of.shutdown_usd].flat(),
    );
    assert.equal(
      totals.total_cost_usd,
      reported.flat().reduce((sum, usd) => sum + usd, 0),
    );
  });
  it('gives load and price of every kept hour', () => {
    assert.deepEqual(hourlyTotals(window, day, 2), {
      load_mw: [40, 1000],
      average_lmp_usd_per_mwh: [20, 7],
    });
    assert.deepEqual(hourlyTotals({ loads: [] }, day, 1), { load_mw: [0], average_lmp_usd_per_mwh: [null] });
  });
  it('has no average price without load', () => {
    assert.equal(dayTotals({ ...window, loads: [] }, day, 1).average_lmp_usd_per_mwh, null);
  });
});
