/**
 * Intervals shorter than an hour, compared with the same case in hours; and refused data. Cases by hand are in
 * `test/cases/optima`, spoilt ones in `test/cases/spoilt.json`.
 */
import assert from 'node:assert/strict';
import { payloadProblems } from '../../../../temporal/case/checks/payload-problems.ts';
import type { SolvePayload } from '../../../../temporal/case/schema.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { randomCase } from '../../../support/cases/random-case.ts';
import { solve } from '../../../support/engine/solve.ts';

const quarters: SolvePayload = {
  interval_minutes: 15,
  horizon: 4,
  loads: [{ bus: 1, values: [40, 60, 80, 40] }],
  generators: [aUnit('A', { min_uptime: 0.6 })],
};

describe('intervals shorter than an hour', () => {
  it('cost the same as the hour if nothing changes within it', async () => {
    for (const seed of [0, 3, 6]) {
      const { payload } = randomCase(seed, 'uc');
      const hourly = { ...payload, storage: [], generators: payload.generators.map(withoutRamps) };
      const [byHour, byQuarter] = [await solve('uc', hourly), await solve('uc', inQuarters(hourly))];
      const [expected, actual] = [byHour.objective_value ?? 0, byQuarter.objective_value ?? 0];
      assert.ok(
        Math.abs(actual - expected) <= 1e-6 * Math.max(1, expected),
        `seed ${seed}: ${actual}, ${expected}`,
      );
      assert.equal(byHour.interval_minutes, undefined);
    }
  });

  it('of an hour give the result of a case without them', async () => {
    const { payload } = randomCase(0, 'uc');
    const [plain, explicit] = [
      await solve('uc', payload),
      await solve('uc', { ...payload, interval_minutes: 60 }),
    ];
    const { solve_time_s: _, certificate, ...answer } = plain;
    const { solve_time_s: _s, certificate: ofSaid, ...other } = explicit;
    assert.deepEqual(other, answer);
    assert.deepEqual(ofSaid?.checks, certificate?.checks);
  });
});

describe('payloads of such a case', () => {
  const limits = { maxHorizon: 24 };
  const messages = (payload: SolvePayload): string[] =>
    payloadProblems(payload, limits).map(({ msg }) => msg);

  it('have one value per interval, and parts of an hour where intervals are shorter', () => {
    assert.deepEqual(messages(quarters), []);
    assert.deepEqual(messages({ ...quarters, interval_minutes: undefined }), [
      'Input should be a valid integer',
    ]);
    assert.deepEqual(messages({ ...quarters, horizon: 5 }), ['Expected 5 values, one per interval, got 4']);
  });

  it('may say when they begin, by a day that there is', () => {
    assert.deepEqual(messages({ ...quarters, start_time: '2026-07-06T16:00:00-07:00' }), []);
    assert.deepEqual(messages({ ...quarters, start_time: '2026-02-30' }), [
      'There is no such date: 2026-02-30',
    ]);
  });

  it('are at most so many hours long, and twice as many intervals', () => {
    const long = (horizon: number, interval_minutes: 15 | 30 | 60 | 180): SolvePayload => ({
      horizon,
      interval_minutes,
      generators: [aUnit('A', {})],
      loads: [],
    });
    assert.deepEqual(messages(long(48, 30)), []);
    assert.deepEqual(messages(long(48, 15)), []);
    assert.deepEqual(messages(long(49, 15)), ['Input should be less than or equal to 48']);
    assert.deepEqual(messages(long(25, 60)), ['Input should be less than or equal to 24']);
    assert.deepEqual(messages(long(8, 180)), []);
    assert.deepEqual(messages(long(9, 180)), ['Input should be less than or equal to 8']);
  });

  it('have storage that keeps some of its energy over an interval', () => {
    const lossy = (standing_loss_per_h: number): SolvePayload => ({
      horizon: 1,
      interval_minutes: 180,
      generators: [aUnit('A', {})],
      loads: [],
      storage: [
        {
          ...{
            name: 'S',
            bus: 1,
            energy_mwh: 9,
            charge_mw: 1,
            discharge_mw: 1,
            efficiency: 1,
            initial_mwh: 0,
          },
          standing_loss_per_h,
        },
      ],
    });
    assert.deepEqual(messages(lossy(0.3)), []);
    assert.deepEqual(messages(lossy(0.4)), [
      `Input should be below 1 per interval, and is ${(0.4 * 180) / 60} in 180 minutes`,
    ]);
  });
});

/** A unit whose cost is the same however an hour is divided. */
const withoutRamps = (unit: SolvePayload['generators'][number]) => ({
  ...unit,
  ramp_up: null,
  ramp_down: null,
  startup_ramp: undefined,
  shutdown_ramp: undefined,
  startup_categories: undefined,
});

function inQuarters(payload: SolvePayload): SolvePayload {
  const each = (values: readonly number[]): number[] =>
    values.flatMap((value) => [value, value, value, value]);
  return {
    ...payload,
    interval_minutes: 15,
    horizon: 4 * payload.horizon,
    loads: payload.loads.map((load) => ({ ...load, values: each(load.values) })),
    generators: payload.generators.map((unit) => ({
      ...unit,
      ...(Array.isArray(unit.p_max) && { p_max: each(unit.p_max) }),
    })),
    renewables: payload.renewables?.map((item) => ({
      ...item,
      p_min: each(item.p_min),
      p_max: each(item.p_max),
    })),
    reserves: payload.reserves?.map((item) => ({
      ...item,
      mw: typeof item.mw === 'number' ? item.mw : each(item.mw),
    })),
  };
}
