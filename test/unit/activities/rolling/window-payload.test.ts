import assert from 'node:assert/strict';
import { stateAfter } from '../../../../activities/rolling/carried-state.ts';
import { windowPayload } from '../../../../activities/rolling/window-payload.ts';
import type { RollingState } from '../../../../temporal/case/messages/rolling.ts';
import { payloadSchema, type SolvePayload, type Storage } from '../../../../temporal/case/schema.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';

const hours = Array.from({ length: 72 }, (_, t) => t);
const second = { index: 1, start: 24, kept: 24, length: 48 };
const hoursOfSecond = hours.slice(24, 72);

const pump: Storage = {
  name: 'pump',
  bus: 1,
  energy_mwh: 100,
  charge_mw: 2,
  discharge_mw: 10,
  efficiency: 0.5,
  initial_mwh: 40,
  final_mwh: 60,
};
const payload: SolvePayload = {
  horizon: 72,
  generators: [
    aUnit('g', { min_uptime: 6, p_max: hours, p_min: hours, marginal_cost: hours, no_load_cost: hours }),
    aUnit('h', {
      ...{ min_downtime: 9, startup_cost: hours, ramp_up: hours.map((t) => (t === 30 ? null : t + 1)) },
      must_run: hours.map((t) => t === 30),
    }),
  ],
  loads: [{ bus: 1, values: hours }],
  renewables: [{ name: 'sun', bus: 1, p_min: hours, p_max: hours, marginal_cost: hours }],
  reserves: [
    { name: 'hourly', mw: hours },
    { name: 'constant', mw: 7 },
  ],
  transmission_lines: [
    {
      ...{ id: 'L', from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: 7 },
      rating_mw: hours.map((t) => (t === 30 ? null : t)),
      emergency_rating_mw: hours,
      penalty_usd_per_mwh: hours,
    },
  ],
  storage: [pump],
  commitment: { g: hours, h: hours },
  options: { mip_gap: 0.01, warm_start_job_id: 'whole' },
};
const state = {
  generators: {
    g: { status: 3, power_mw: 24, reserve_mw: 0 },
    h: { status: -7, power_mw: 0, reserve_mw: 0 },
  },
  storage: { pump: { energy_mwh: 12.5 } },
};

/** The storage in a window that starts at `start` with `energy_mwh`. */
const pumpAt = (start: number, length: number, energy_mwh: number) =>
  windowPayload(
    payload,
    { index: start / 24, start, kept: 24, length },
    { generators: {}, storage: { pump: { energy_mwh } } },
  ).storage?.[0];

describe('windowPayload', () => {
  it('starts a DC line with a ramp at its power in the window before, and cuts its limits', () => {
    const line = { id: 'D', from_bus: 1, to_bus: 2, p_min_mw: -90, p_max_mw: hours, initial_power_mw: 5 };
    const lines = (ramps: object, before: RollingState | undefined) =>
      windowPayload({ ...payload, dc_lines: [{ ...line, ...ramps }] }, second, before).dc_lines?.[0];
    const ramped = { ramp_up: 3 };
    const cut = { ...line, ...ramped, p_max_mw: hoursOfSecond };
    const after = stateAfter(
      { ...payload, dc_lines: [{ ...line, ...ramped }] },
      { ...{ commitment: {}, dispatch_mw: {} }, dc_flow_mw: { D: hours } },
      24,
    );
    assert.deepEqual(after.dc_lines, { D: { power_mw: 23 } });
    assert.deepEqual(lines(ramped, after), { ...cut, initial_power_mw: 23 });
    assert.deepEqual(lines(ramped, undefined), cut);
    // After a window without a schedule, the DC line may start at any power.
    assert.deepEqual(lines(ramped, state), { ...cut, initial_power_mw: undefined });
    // A limit stays reachable despite rounding: -90 MW is 3 MW/h above -93 MW.
    const rounded = { ...state, dc_lines: { D: { power_mw: -93.00002 } } };
    assert.deepEqual(lines(ramped, rounded), { ...cut, initial_power_mw: -93 });
  });
  it('cuts the limits of interfaces', () => {
    const item = { id: 'I', lines: [], p_min_mw: -5, p_max_mw: hours };
    const { interfaces } = windowPayload({ ...payload, interfaces: [item] }, second, state);
    assert.deepEqual(interfaces, [{ ...item, p_max_mw: hoursOfSecond }]);
  });
  it('keeps the fixed commitments of its hours, counted from its first', () => {
    const fixed_commitment = [23, 24, 71, 72].map((hour) => ({ generator: 'g', hour, on: true }));
    const cut = windowPayload({ ...payload, fixed_commitment }, second, state);
    assert.deepEqual(
      cut.fixed_commitment?.map(({ hour }) => hour),
      [0, 47],
    );
  });

  it('cuts every hourly series to the hours of the window', () => {
    const cut = windowPayload(payload, second, state);
    assert.equal(cut.horizon, 48);
    for (const series of [
      cut.generators[0]?.p_max,
      cut.generators[0]?.p_min,
      cut.generators[0]?.marginal_cost,
      cut.generators[0]?.no_load_cost,
      cut.generators[1]?.startup_cost,
      cut.loads[0]?.values,
      cut.renewables?.[0]?.p_min,
      cut.renewables?.[0]?.p_max,
      cut.renewables?.[0]?.marginal_cost,
      cut.reserves?.[0]?.mw,
      cut.commitment?.['h'],
      cut.transmission_lines?.[0]?.emergency_rating_mw,
      cut.transmission_lines?.[0]?.penalty_usd_per_mwh,
    ]) {
      assert.deepEqual(series, hoursOfSecond);
    }
    assert.equal(cut.reserves?.[1]?.mw, 7);
    const [line] = cut.transmission_lines ?? [];
    assert.deepEqual([line?.rating_mw].flat().slice(4, 8), [28, 29, null, 31]);
    const { ramp_up, must_run } = cut.generators[1] ?? {};
    assert.deepEqual([ramp_up].flat().slice(4, 8), [29, 30, null, 32]);
    assert.deepEqual([must_run].flat().slice(4, 8), [false, false, true, false]);
  });
  it('leaves no series of the whole horizon behind', () => {
    const cut = windowPayload(payload, second, state);
    const lengths = JSON.stringify(cut, (_, value: unknown) =>
      Array.isArray(value) && typeof value[0] !== 'object' ? `${value.length} h` : value,
    );
    assert.doesNotMatch(lengths, /72 h/);
    assert.match(lengths, /48 h/);
  });
  it('stays valid and names no job whose schedule has other hours', async () => {
    const cut = windowPayload(payload, second, state);
    await payloadSchema.validate(cut, { strict: true });
    assert.deepEqual(cut.options, { mip_gap: 0.01 });
  });
  it('begins in the carried state, the first window in that of the payload', () => {
    const [g, h] = windowPayload(payload, second, state).generators;
    assert.deepEqual([g?.initial_status, g?.initial_power_mw], [3, 24]);
    assert.deepEqual([h?.initial_status, h?.initial_power_mw], [-7, 0]);
    const first = windowPayload(payload, { index: 0, start: 0, kept: 24, length: 48 }, undefined);
    assert.equal(first.generators[0]?.initial_status, 24);
    assert.equal(first.generators[0]?.initial_power_mw, undefined);
    assert.equal(first.storage?.[0]?.initial_mwh, 40);
  });
  it('has the part of a limit of emissions that its load has of all load', () => {
    const limited = { ...payload, emission_limit_t: 100 };
    const whole = windowPayload(
      limited,
      { index: 0, start: 0, kept: 24, length: payload.horizon },
      undefined,
    );
    assert.equal(whole.emission_limit_t, 100);
    const parts = [0, 24].map(
      (start) =>
        windowPayload(limited, { index: 0, start, kept: 24, length: 24 }, undefined).emission_limit_t,
    );
    assert.ok(
      parts.every((part = 0) => part > 0 && part < 100),
      `${parts}`,
    );
    assert.equal(windowPayload(payload, second, state).emission_limit_t, undefined);
  });
  it('has the part of a limit of fuel that its load has in the hours of the limit', () => {
    const limit = { fuel: 'gas', first_hour: 12, last_hour: 35, max_mmbtu: 100, penalty_usd_per_mmbtu: 2 };
    const parts = [0, 24, 48].map((start) => {
      const limited = { ...payload, fuel_limits: [limit] };
      return windowPayload(limited, { index: 0, start, kept: 24, length: 24 }, undefined).fuel_limits ?? [];
    });
    assert.deepEqual(
      parts.map((limits) => limits.map(({ first_hour, last_hour }) => [first_hour, last_hour])),
      [[[12, 23]], [[0, 11]], []],
    );
    const amounts = parts.flat().map(({ max_mmbtu = 0 }) => max_mmbtu);
    assert.ok(
      amounts.every((part) => part > 0 && part < 100) &&
        Math.abs((amounts[0] ?? 0) + (amounts[1] ?? 0) - 100) < 1e-9,
    );
    assert.equal(parts[0]?.[0]?.penalty_usd_per_mmbtu, 2);
  });
  it('does not change the payload it cuts', () => {
    const before = structuredClone(payload);
    windowPayload(payload, second, state);
    assert.deepEqual(payload, before);
  });
  it('demands the stored energy of the end only where the window ends with the horizon', () => {
    // In the 24 h after the first window, 24 h x 2 MW x 0.5 = 24 MWh can be charged.
    const first = windowPayload(payload, { index: 0, start: 0, kept: 24, length: 48 }, undefined);
    assert.equal(first.storage?.[0]?.final_mwh, 36);
    assert.ok(Math.abs((pumpAt(24, 48, 50)?.final_mwh ?? 0) - 60) < 1e-4);
    assert.equal(pumpAt(24, 48, 50)?.initial_mwh, 50);
  });
  it('demands nothing that charging can make up later', () => {
    const easy = { ...payload, storage: [{ ...pump, charge_mw: 10 }] };
    const [item] = windowPayload(easy, { index: 0, start: 0, kept: 24, length: 48 }, undefined).storage ?? [];
    assert.equal(item && 'final_mwh' in item, false);
  });
  it('keeps carried energy within the capacity', () => {
    assert.equal(pumpAt(24, 48, 100.0000005)?.initial_mwh, 100);
    assert.equal(pumpAt(24, 48, -5e-7)?.initial_mwh, 0);
  });
});
