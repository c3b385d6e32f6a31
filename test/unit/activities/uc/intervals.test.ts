/** Intervals shorter than an hour, by hand: what each quantity of a payload means, and what the verifier finds. */
import assert from 'node:assert/strict';
import { verify } from '../../../../activities/verifier/verify.ts';
import { payloadProblems } from '../../../../temporal/case/checks/payload-problems.ts';
import type { SolvePayload } from '../../../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../../../temporal/case/messages/result.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { randomCase } from '../../../support/cases/random-case.ts';
import { solve } from '../../../support/engine/solve.ts';

/**
 * An hour in quarters, 40, 60, 80, 40 MW. A may rise by 40 MW/h, 10 MW from quarter to quarter, so that B has to help in
 * the second one; a start of 0.6 h lasts three quarters.
 */
const quarters: SolvePayload = {
  interval_minutes: 15,
  horizon: 4,
  loads: [{ bus: 1, values: [40, 60, 80, 40] }],
  generators: [
    aUnit('A', {
      p_max: 100,
      p_min: 0,
      marginal_cost: 20,
      no_load_cost: 40,
      ramp_up: 40,
      ramp_down: null,
      initial_status: 5,
      initial_power_mw: 40,
    }),
    aUnit('B', {
      p_max: 50,
      p_min: 5,
      marginal_cost: 60,
      no_load_cost: 20,
      startup_cost: 100,
      ramp_up: null,
      ramp_down: null,
      min_uptime: 0.6,
      min_downtime: 0,
      initial_status: -1,
    }),
  ],
};

const failed = (payload: SolvePayload, result: Omit<SolveResult, 'certificate'>): string[] =>
  verify(payload, 'uc', result)
    .filter(({ ok }) => !ok)
    .map(({ name }) => name);

describe('intervals shorter than an hour', () => {
  it('take ramps in MW/h, times in h, and cost their share of the hour', async () => {
    const result = await solve('uc', quarters);
    assert.deepEqual(result.dispatch_mw, { A: [40, 50, 60, 35], B: [0, 10, 20, 5] });
    assert.deepEqual(result.startup, { A: [0, 0, 0, 0], B: [0, 1, 0, 0] });
    // A: 46.25 MWh at 20 $/MWh; B: 8.75 MWh at 60. A is on for an hour, B for three quarters of one.
    assert.deepEqual(result.cost_breakdown, {
      energy_usd: 1450,
      no_load_usd: 55,
      startup_usd: 100,
      penalty_usd: 0,
    });
    assert.equal(result.total_cost_usd, 1605);
    assert.equal(result.interval_minutes, 15);
    assert.equal(result.certificate?.verified, true);
  });

  it('have prices in $/MWh: a MW more before the rise saves B twice', async () => {
    const { lmp } = await solve('uc', quarters);
    assert.deepEqual(lmp, { bus_1: [20 - 40 - 40, 60, 60, 20] });
  });

  it('store energy, not power: 10 MW for half an hour at 80 % are 4 MWh', async () => {
    const result = await solve('uc', {
      interval_minutes: 30,
      horizon: 2,
      loads: [{ bus: 1, values: [20, 60] }],
      generators: [
        aUnit('A', { p_max: 40, p_min: 0, marginal_cost: 10 }),
        aUnit('B', { p_max: 100, p_min: 0, marginal_cost: 50 }),
      ],
      storage: [
        {
          name: 'S',
          bus: 1,
          energy_mwh: 100,
          charge_mw: 10,
          discharge_mw: 10,
          efficiency: 0.8,
          initial_mwh: 0,
        },
      ],
    });
    assert.deepEqual(result.storage, { S: { charge_mw: [10, 0], discharge_mw: [0, 8], energy_mwh: [4, 0] } });
    assert.equal(result.total_cost_usd, 650);
    assert.deepEqual(result.lmp, { bus_1: [10, 50] });
  });

  it('cost what the hour costs where nothing changes within it', async () => {
    for (const seed of [0, 3, 6]) {
      const { payload } = randomCase(seed, 'uc');
      const hourly = { ...payload, storage: [], generators: payload.generators.map(withoutRamps) };
      const [byHour, byQuarter] = [await solve('uc', hourly), await solve('uc', inQuarters(hourly))];
      const [expected, found] = [byHour.objective_value ?? 0, byQuarter.objective_value ?? 0];
      assert.ok(
        Math.abs(found - expected) <= 1e-6 * Math.max(1, expected),
        `seed ${seed}: ${found}, ${expected}`,
      );
      assert.equal(byHour.interval_minutes, undefined);
    }
  });

  it('answer as if nothing was said where they are hours', async () => {
    const { payload } = randomCase(0, 'uc');
    const [plain, said] = [
      await solve('uc', payload),
      await solve('uc', { ...payload, interval_minutes: 60 }),
    ];
    const { solve_time_s: _, certificate, ...answer } = plain;
    const { solve_time_s: _s, certificate: ofSaid, ...other } = said;
    assert.deepEqual(other, answer);
    assert.deepEqual(ofSaid?.checks, certificate?.checks);
  });
});

describe('the verifier of such a case', () => {
  it("finds an hour's ramp within a quarter, wrong energy, a wrong price, a cost of hours, a short run", async () => {
    const { certificate: _, ...right } = await solve('uc', quarters);
    assert.deepEqual(failed(quarters, right), []);
    const ramped = {
      ...right,
      commitment: { ...right.commitment, B: [0, 0, 0, 0] },
      startup: { ...right.startup, B: [0, 0, 0, 0] },
      dispatch_mw: { A: [40, 60, 80, 40], B: [0, 0, 0, 0] },
    };
    assert.ok(failed(quarters, ramped).includes('ramp'));
    const energy = [-15, 15, 15, 5];
    const parts = { energy, congestion: [0, 0, 0, 0], loss: [0, 0, 0, 0] };
    assert.deepEqual(
      failed(quarters, { ...right, lmp: { bus_1: energy }, lmp_components: { bus_1: parts } }),
      ['prices'],
    );
    assert.ok(
      failed(quarters, { ...right, total_cost_usd: 4 * 1605, objective_value: 4 * 1605 }).includes('cost'),
    );
    const short = {
      ...right,
      commitment: { ...right.commitment, B: [0, 1, 1, 0] },
      dispatch_mw: { A: [40, 50, 60, 40], B: [0, 10, 20, 0] },
    };
    assert.ok(failed(quarters, short).includes('min_uptime'));
  });

  it('finds energy that counts a quarter as an hour', async () => {
    const payload: SolvePayload = {
      ...quarters,
      storage: [
        { name: 'S', bus: 1, energy_mwh: 8, charge_mw: 0, discharge_mw: 8, efficiency: 1, initial_mwh: 2 },
      ],
    };
    const { certificate: _, ...right } = await solve('uc', payload);
    assert.deepEqual(failed(payload, right), []);
    const drawn = right.storage?.['S']?.discharge_mw ?? [];
    assert.ok(Math.abs(drawn.reduce((sum, mw) => sum + mw, 0) / 4 - 2) < 1e-6);
    const energy_mwh = drawn.map((_, t) => drawn.slice(0, t + 1).reduce((left, mw) => left - mw, 2));
    const storage = { S: { charge_mw: [0, 0, 0, 0], discharge_mw: drawn, energy_mwh } };
    assert.ok(failed(payload, { ...right, storage }).includes('storage'));
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
    const long = (horizon: number, interval_minutes: 15 | 30 | 60): SolvePayload => ({
      horizon,
      interval_minutes,
      generators: [aUnit('A', {})],
      loads: [],
    });
    assert.deepEqual(messages(long(48, 30)), []);
    assert.deepEqual(messages(long(48, 15)), []);
    assert.deepEqual(messages(long(49, 15)), ['Input should be less than or equal to 48']);
    assert.deepEqual(messages(long(25, 60)), ['Input should be less than or equal to 24']);
  });
});

/** Only what costs the same however an hour is divided. */
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
      ...(unit.p_max_profile && { p_max_profile: each(unit.p_max_profile) }),
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
