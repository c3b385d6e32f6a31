import assert from 'node:assert/strict';
import { ImportError } from '../../../../../api/formats/base/import-error.ts';
import { readNetwork } from '../../../../../api/formats/import-network.ts';
import { networkProblems } from '../../../../../temporal/case/checks/network-problems.ts';

const series = (...values: number[]) => ({ data_type: 'time_series', values });

/** Two areas, a unit of each kind, three hours. */
const caseOf = () => ({
  system: {
    baseMVA: 100,
    time_keys: ['2020-07-10 00:00', '2020-07-10 01:00', '2020-07-10 02:00'],
    time_period_length_minutes: 60,
    reference_bus: 'Abel',
    reserve_shortfall_cost: 500,
    spinning_reserve_requirement: series(3, 4, 5),
  },
  elements: {
    bus: {
      Abel: { id: '101', base_kv: 138, matpower_bustype: 'ref', area: '1', zone: '11' },
      Adams: { id: '102', base_kv: 138, matpower_bustype: 'PQ', area: '2', zone: '12' },
    },
    area: { '1': { regulation_up_requirement: 2 }, '2': {} },
    load: { Adams: { bus: 'Adams', in_service: true, p_load: series(60, 70, 80) } },
    branch: {
      A1: {
        from_bus: 'Abel',
        to_bus: 'Adams',
        in_service: true,
        resistance: 0.01,
        reactance: 0.1,
        rating_long_term: 175,
        rating_short_term: 193,
        rating_emergency: 200,
        transformer_tap_ratio: 1.02,
        transformer_phase_shift: -3,
      },
    },
    dc_branch: { DC1: { from_bus: 'Abel', to_bus: 'Adams', rating_long_term: 50 } },
    generator: {
      steam: {
        generator_type: 'thermal',
        bus: 'Abel',
        p_min: 30,
        p_max: 80,
        fuel: 'Coal',
        unit_type: 'STEAM',
        fuel_cost: 2,
        p_fuel: {
          data_type: 'fuel_curve',
          values: [
            [30, 390],
            [50, 530],
            [80, 770],
          ],
        },
        startup_fuel: [
          [4, 300],
          [12, 500],
        ],
        non_fuel_startup_cost: 100,
        shutdown_cost: 20,
        min_up_time: 8,
        min_down_time: 4,
        ramp_up_60min: 60,
        ramp_down_60min: 60,
        startup_capacity: 30,
        shutdown_capacity: 30,
        initial_status: 8,
        initial_p_output: 40,
      },
      ct: {
        generator_type: 'thermal',
        bus: 'Adams',
        p_min: 5,
        p_max: 20,
        p_cost: { data_type: 'cost_curve', cost_curve_type: 'polynomial', values: { '0': 100, '1': 40 } },
        startup_cost: [[1, 50]],
        min_up_time: 2.2,
        min_down_time: 1,
        initial_status: -3,
        initial_p_output: 0,
      },
      wind: {
        generator_type: 'renewable',
        bus: 'Adams',
        unit_type: 'WIND',
        p_min: 0,
        p_max: series(9, 8, 7),
      },
      off: { generator_type: 'thermal', bus: 'Adams', in_service: false, p_min: 0, p_max: 1 },
    },
    storage: {
      battery: {
        bus: 'Abel',
        energy_capacity: 40,
        max_charge_rate: 10,
        max_discharge_rate: 12,
        charge_efficiency: 0.9,
        discharge_efficiency: 0.8,
        initial_state_of_charge: 0.25,
      },
    },
  },
});

type Json = { [name: string]: Json } | number | string | boolean | null;

/** The case with one value replaced. */
function changed(path: readonly string[], value: Json): unknown {
  const file: { [name: string]: Json } = JSON.parse(JSON.stringify(caseOf()));
  let place = file;
  for (const name of path.slice(0, -1)) place = place[name] as { [name: string]: Json };
  const last = path.at(-1) ?? '';
  assert.ok(last in place, `${path.join('.')} is in the case`);
  place[last] = value;
  return file;
}

const read = (file: unknown = caseOf()) =>
  readNetwork('egret', {
    bytes: Buffer.from(JSON.stringify(file)),
    contentType: 'application/json',
    signal: new AbortController().signal,
  });

describe('a file of Egret', () => {
  it('becomes a network that the service accepts', async () => {
    const { network } = await read();
    assert.deepEqual(networkProblems(network), []);
    assert.equal(network.series_start, '2020-07-10T00:00:00');
    assert.deepEqual(
      network.buses.map(({ id, name, type, area }) => [id, name, type, area]),
      [
        [101, 'Abel', 'slack', '1'],
        [102, 'Adams', 'pq', '2'],
      ],
    );
    assert.deepEqual(network.lines[0], {
      id: 'A1',
      from_bus: 101,
      to_bus: 102,
      r_ohm: (0.01 * 138 ** 2) / 100,
      x_pu: 0.1,
      s_nom_mva: 175,
      s_emergency_mva: 193,
      tap_ratio: 1.02,
      phase_shift_deg: -3,
      in_service: true,
    });
    assert.deepEqual(network.dc_lines?.[0]?.p_min_mw, -50);
    assert.deepEqual(network.loads, [{ bus: 102, values: [60, 70, 80] }]);
  });

  it('gives units their fuel or their cost, starts, limits and state', async () => {
    const { network, report } = await read();
    const [steam, ct, ...others] = network.generators;
    assert.deepEqual(others, []);
    assert.deepEqual(steam?.heat_rate_curve, [
      { mw: 30, mmbtu_per_h: 390 },
      { mw: 50, mmbtu_per_h: 530 },
      { mw: 80, mmbtu_per_h: 770 },
    ]);
    assert.deepEqual(network.fuels, [{ name: 'Coal', price_usd_per_mmbtu: 2 }]);
    assert.deepEqual(steam?.startup_fuel, [
      { lag_h: 4, mmbtu: 300, usd: 100 },
      { lag_h: 12, mmbtu: 500, usd: 100 },
    ]);
    assert.deepEqual(
      [steam?.shutdown_cost, steam?.ramp_up, steam?.initial_status, steam?.initial_power_mw, steam?.type],
      [20, 60, 8, 40, 'STEAM'],
    );
    assert.deepEqual(
      [ct?.marginal_cost, ct?.no_load_cost, ct?.startup_cost, ct?.min_uptime],
      [40, 100, 50, 3],
    );
    assert.deepEqual(ct?.initial_status, -3);
    assert.equal(report.dropped.find(({ code }) => code === 'out_of_service')?.count, 1);
  });

  it('reads renewables, storage and requirements of the system and of areas', async () => {
    const { network } = await read();
    assert.deepEqual(network.renewables, [{ name: 'wind', bus: 102, p_max: [9, 8, 7], type: 'WIND' }]);
    const [battery] = network.storage ?? [];
    assert.deepEqual([battery?.efficiency.toFixed(6), battery?.initial_mwh], ['0.720000', 10]);
    assert.deepEqual(network.reserves, [
      {
        name: 'spinning_reserve',
        direction: 'up',
        mw: [3, 4, 5],
        response_min: 10,
        penalty_usd_per_mwh: 500,
      },
      {
        name: 'regulation_up/1',
        direction: 'up',
        mw: 2,
        areas: ['1'],
        response_min: 5,
        penalty_usd_per_mwh: 500,
      },
    ]);
  });

  const UNITS = ['elements', 'generator'];
  const REFUSED: readonly (readonly [what: string, path: readonly string[], value: Json])[] = [
    ['a unit at no bus', [...UNITS, 'steam', 'bus'], 'Nowhere'],
    ['a line to no bus', ['elements', 'branch', 'A1', 'to_bus'], 'Nowhere'],
    ['a line without reactance', ['elements', 'branch', 'A1', 'reactance'], 0],
    ['a number that is none', [...UNITS, 'ct', 'p_max'], 'x'],
    ['a least output above the largest', [...UNITS, 'ct', 'p_min'], 30],
    ['other steps than hours', ['system', 'time_period_length_minutes'], 15],
    ['a share above 1', ['elements', 'storage', 'battery', 'charge_efficiency'], 90],
  ];
  for (const [what, path, value] of REFUSED) {
    it(`is refused for ${what}, with the place`, async () => {
      await assert.rejects(read(changed(path, value)), (error) => {
        assert.ok(error instanceof ImportError, String(error));
        assert.deepEqual(error.path, path, error.message);
        return true;
      });
    });
  }

  it('is refused for a series of another length, and as no JSON', async () => {
    const short = changed(['elements', 'load', 'Adams', 'p_load'], { values: 1 });
    await assert.rejects(read(short), ImportError);
    await assert.rejects(read([]), ImportError);
    await assert.rejects(read({ system: {}, elements: {} }), ImportError);
  });
});
