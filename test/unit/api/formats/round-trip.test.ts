/** Payloads written in public formats and read again. */
import assert from 'node:assert/strict';
import { writeExport } from '../../../../api/formats/export-file.ts';
import { readPglibUc } from '../../../../api/formats/pglib-uc/read-pglib-uc.ts';
import type { SolvePayload } from '../../../../temporal/case/schema.ts';
import { tokenOf } from '../../../support/callers/accounts.ts';
import { roundTrip } from '../../../support/callers/same-after-export.ts';
import { generator, payload } from '../../../support/cases/payloads.ts';
import { pglibCase } from '../../../support/cases/pglib-case.ts';
import { randomCase } from '../../../support/cases/random-case.ts';
import { startApp } from '../../../support/stack/app.ts';

const SEEDS = Array.from({ length: 60 }, (_, i) => i + 1);
const FORMATS = ['pglib-uc', 'unitcommitment-jl'] as const;
const LINE = { id: 'L1', from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: 40 };
/** The file with rounded numbers, since interpolated costs differ in their last digits. */
const rounded = (file: object): unknown =>
  JSON.parse(JSON.stringify(file), (_, value) =>
    typeof value === 'number' ? Number(value.toPrecision(9)) : value,
  );

/**
 * Instances in which all units can start and stop. The service expresses units that cannot by longer minimum times, so
 * they would not be read back equally.
 */
const instances = () =>
  SEEDS.map((seed) => readPglibUc(pglibCase(seed)))
    .filter(({ report }) => !codes(report.changed).includes('switch_limit'))
    .map(({ payload }) => payload);
const codes = (entries: readonly { code: string }[]) => entries.map(({ code }) => code);

describe('a payload that is exported', () => {
  it('from pglib-uc is unchanged after that format', async () => {
    assert.ok(instances().length > SEEDS.length / 5);
    for (const original of instances()) {
      const { back, report } = await roundTrip('pglib-uc', original);
      assert.deepEqual(back.payload, original);
      assert.deepEqual([report.changed, report.dropped], [[], []]);
    }
  });

  it('from pglib-uc is unchanged after UnitCommitment.jl, except for the price of load', async () => {
    for (const original of instances()) {
      const { back } = await roundTrip('unitcommitment-jl', original);
      const { options, renewables, ...rest } = back.payload;
      assert.deepEqual(options, { unserved_energy_usd_per_mwh: 1e6 });
      assert.deepEqual(
        {
          ...rest,
          ...(renewables && { renewables: renewables.map(({ marginal_cost: _, ...source }) => source) }),
        },
        original,
      );
    }
  });

  it('gives the same file when it is exported again', async () => {
    for (const seed of SEEDS)
      for (const format of FORMATS) {
        const first = await roundTrip(format, randomCase(seed).payload);
        const again = await writeExport(format, first.back.payload);
        assert.deepEqual(rounded(again.file), rounded(first.file), `${format}, seed ${seed}`);
      }
  });

  it('has a report of the parts that a format cannot hold', async () => {
    const reportCodes = async (format: (typeof FORMATS)[number], value: SolvePayload) => {
      const { changed, dropped } = (await writeExport(format, value)).report;
      return [codes(changed), codes(dropped)];
    };
    const steady = generator({
      initial_power_mw: 50,
      p_max: [90, 90, 90],
      rated: { p_max: 100 },
      fuel: 'gas',
    });
    const rich = payload({
      generators: [steady],
      transmission_lines: [LINE, { ...LINE, id: 'L2', in_service: false }],
      contingencies: [{ id: 'c', lines: ['L1'] }],
      storage: [
        { name: 's', bus: 1, energy_mwh: 1, charge_mw: 1, discharge_mw: 1, efficiency: 1, initial_mwh: 0 },
      ],
      reserves: [{ name: 'r', mw: 1, penalty_usd_per_mwh: 5 }],
      options: { unserved_energy_usd_per_mwh: 900, losses: true, mip_gap: 0.01 },
    });
    assert.deepEqual(await reportCodes('unitcommitment-jl', rich), [
      ['hard_limit'],
      ['out_of_service', 'solving', 'losses', 'fuel'],
    ]);
    assert.deepEqual(await reportCodes('pglib-uc', rich), [
      ['hard_balance', 'hard_reserve'],
      ['profile', 'transmission_lines', 'contingencies', 'storage', 'solving', 'losses', 'fuel'],
    ]);
    const shifter = payload({
      transmission_lines: [{ ...LINE, penalty_usd_per_mwh: 9, phase_shift_deg: 2 }],
    });
    assert.deepEqual((await reportCodes('unitcommitment-jl', shifter))[1], ['phase_shift']);
    const rated = payload({
      transmission_lines: [{ ...LINE, penalty_usd_per_mwh: 9, rating_mw: [1, null, 3] }],
    });
    const hourly = await roundTrip('unitcommitment-jl', rated);
    assert.deepEqual(hourly.back.payload.transmission_lines?.[0]?.rating_mw, [1, 1e6, 3]);
    const unit = generator({ shutdown_cost: 7 });
    const fixed = payload({
      generators: [unit],
      fixed_commitment: [{ generator: unit.name, hour: 1, on: true }],
    });
    const back = (await roundTrip('unitcommitment-jl', fixed)).back.payload;
    assert.deepEqual([back.fixed_commitment, back.generators[0]?.shutdown_cost], [fixed.fixed_commitment, 7]);
    assert.deepEqual((await reportCodes('pglib-uc', fixed))[1], ['fixed_commitment', 'shutdown_cost']);
    const vague = payload({ generators: [generator({ startup_ramp: 100, ramp_up: 20 })] });
    assert.deepEqual((await reportCodes('pglib-uc', vague))[0], ['initial_power', 'switch_limit']);
  });

  it('keeps elements with the names of object members', async () => {
    const names = ['valueOf', 'constructor', 'toString'];
    const value = payload({ generators: names.map((name) => generator({ name, initial_power_mw: 20 })) });
    for (const format of FORMATS) {
      const { back } = await roundTrip(format, value);
      assert.deepEqual(
        back.payload.generators.map(({ name }) => name),
        names,
      );
    }
  });
});

describe('GET /scenarios/{scenario_id}/export', () => {
  it('answers with the file and its report, and knows only some formats and scenarios', async () => {
    const app = await startApp();
    const token = await tokenOf(app.deps);
    const read = (id: string, query: string) =>
      app.call('GET', `/api/scenarios/${id}/export?${query}`, { token });
    const { status, body } = await read('demo-scuc-24h', 'format=unitcommitment-jl');
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ['scenario_id', 'format', 'file', 'report']);
    const again = await app.call('POST', '/api/scenarios/import?format=unitcommitment-jl', {
      token,
      body: body.file,
    });
    assert.equal(again.status, 201, again.text);
    assert.equal(again.body.job_type, 'scuc');
    assert.equal((await read('demo-24h', 'format=psse')).status, 422);
    assert.equal((await read('nothing', 'format=pglib-uc')).status, 404);
    assert.equal((await read('demo-24h', 'format=pglib-uc&version=none')).status, 404);
    await app.close();
  });
});
