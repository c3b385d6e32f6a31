/** An hour of real time follows the day-ahead schedule, and is always feasible. */
import assert from 'node:assert/strict';
import { plannedRun, quickUnits, realTimePayload } from '../../../../activities/rolling/real-time-payload.ts';
import { payloadSchema, type SolvePayload } from '../../../../temporal/case/schema.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';

const slow = (changes: object = {}) =>
  aUnit('slow', { p_min: 20, ramp_up: 30, ramp_down: 30, min_uptime: 6, min_downtime: 4, ...changes });
const run = (
  unit: ReturnType<typeof aUnit>,
  expected: number[] | undefined,
  horizon: number,
  out: number[] = [],
) => {
  const plan = { wanted: expected?.map((on) => on === 1), out: new Set(out), horizon, reserve: 0 };
  const { on, unit: planned } = plannedRun(unit, plan);
  return { on: on.map(Number), most: planned.p_max, unit: planned };
};

describe('quick units', () => {
  it('need be on and off no longer than the hours, and can be at their least output in the hour of a start', () => {
    const units = [
      aUnit('quick', { p_min: 20 }),
      slow(),
      aUnit('rests', { min_downtime: 2 }),
      aUnit('creeps', { p_min: 20, startup_ramp: 10 }),
    ];
    assert.deepEqual([...quickUnits(units)], ['quick']);
    assert.deepEqual([...quickUnits(units, 2)], ['quick', 'rests']);
    assert.deepEqual([...quickUnits(units, 0)], []);
  });
});

describe('a unit whose hours on are planned', () => {
  it('ramps down in time for a stop after the window, 30 MW an hour to its shutdown limit of 30', () => {
    const { on, most } = run(slow({ initial_power_mw: 100 }), [1, 1, 1, 0, 0], 2);
    assert.deepEqual(on, [1, 1]);
    assert.deepEqual(most, [90, 60]);
  });
  it('that is too high to stop as planned stays on until it has come down', () => {
    const { on, most } = run(slow({ initial_power_mw: 95 }), [0, 0, 0, 0, 0], 5);
    assert.deepEqual(on, [1, 1, 1, 0, 0]);
    assert.deepEqual([most].flat().slice(0, 3), [90, 60, 30]);
  });
  it('comes down by the ramp of each hour', () => {
    const unit = slow({ initial_power_mw: 95, ramp_down: [10, 40, 20, 30, 30] });
    const { on, most } = run(unit, [0, 0, 0, 0, 0], 5);
    assert.deepEqual(on, [1, 1, 1, 0, 0]);
    assert.deepEqual([most].flat().slice(0, 3), [90, 50, 30]);
  });
  it('comes down after the window by the least ramp of the window', () => {
    const unit = slow({ initial_power_mw: 100, ramp_down: [30, 20] });
    const { on, most, unit: planned } = run(unit, [1, 1, 1, 0, 0], 2);
    assert.deepEqual(
      [on, most],
      [
        [1, 1],
        [80, 60],
      ],
    );
    assert.ok(Math.abs((planned.shutdown_ramp ?? 0) - 30) < 0.01);
    const free = run(slow({ initial_power_mw: 100, ramp_down: [null, 20] }), [0, 0, 1], 2);
    assert.deepEqual([free.on, free.unit.shutdown_ramp], [[0, 0], 100]);
  });
  it('stops at once from where it may, and starts when it is planned, free of minimum times', () => {
    const stops = run(slow({ initial_power_mw: 30 }), [0, 1], 2);
    assert.deepEqual(stops.on, [0, 1]);
    assert.deepEqual([stops.unit.min_uptime, stops.unit.min_downtime, stops.unit.must_run], [1, 1, false]);
  });
  it('is on or off as it was where nothing is planned, and off while it is out', () => {
    assert.deepEqual(run(slow({ initial_power_mw: 50 }), undefined, 3).on, [1, 1, 1]);
    assert.deepEqual(run(slow({ initial_status: -3 }), undefined, 3).on, [0, 0, 0]);
    const out = run(slow({ initial_power_mw: 100 }), [1, 1, 1], 3, [1]);
    assert.deepEqual(out.on, [1, 0, 1]);
    assert.equal(out.unit.shutdown_ramp, 100);
  });
});

describe('an hour of real time', () => {
  const payload: SolvePayload = {
    horizon: 2,
    generators: [slow({ initial_power_mw: 50 }), aUnit('quick', { initial_status: -5 })],
    loads: [{ bus: 1, values: [60, 60] }],
    storage: [
      {
        name: 'near',
        bus: 1,
        energy_mwh: 50,
        charge_mw: 10,
        discharge_mw: 10,
        efficiency: 0.8,
        initial_mwh: 20,
      },
      {
        name: 'far',
        bus: 1,
        energy_mwh: 50,
        charge_mw: 10,
        discharge_mw: 10,
        efficiency: 0.8,
        initial_mwh: 20,
      },
    ],
    reserves: [
      { name: 'hard', mw: 5 },
      { name: 'soft', mw: 5, penalty_usd_per_mwh: 70 },
    ],
    fixed_commitment: [{ generator: 'quick', hour: 1, on: false }],
    options: { unserved_energy_usd_per_mwh: 10_000 },
  };
  const options = { quick: new Set(['quick']), spillPrice: 400 };
  const dayAhead = {
    commitment: { slow: [1, 1, 1, 1], quick: [0, 0, 1, 1] },
    energy: { near: [25, 30], far: [40, 40] },
  };
  const planned = realTimePayload(payload, undefined, dayAhead, options);

  it('keeps slow units and their outages to the plan', async () => {
    assert.deepEqual(planned.fixed_commitment, [
      { generator: 'slow', hour: 0, on: true },
      { generator: 'slow', hour: 1, on: true },
      { generator: 'quick', hour: 1, on: false },
    ]);
    assert.deepEqual(planned.generators[1], payload.generators[1]);
    await payloadSchema.validate(JSON.parse(JSON.stringify(planned)), { strict: true });
  });
  it('ends storage with the planned energy, or the nearest that can be reached', () => {
    const least = planned.storage?.map(({ final_mwh }) => final_mwh ?? Number.NaN);
    assert.deepEqual(least, [30 - 1e-5, 36 - 1e-5]);
    assert.deepEqual(realTimePayload(payload, undefined, undefined, options).storage, payload.storage);
  });
  it('gives way at a price where reserve is short or less is needed than units give', () => {
    assert.deepEqual(
      planned.reserves?.map(({ penalty_usd_per_mwh }) => penalty_usd_per_mwh),
      [1000, 70],
    );
    const spilled = { bus: 1, p_min: [-100, -100], p_max: [0, 0], marginal_cost: -400 };
    assert.deepEqual(planned.renewables, [
      { name: 'spill of slow', ...spilled },
      { name: 'spill of quick', ...spilled },
    ]);
  });
});
