import assert from 'node:assert/strict';
import { ImportError } from '../../../../../api/formats/base/import-error.ts';
import { readRtsGmlc } from '../../../../../api/formats/rts-gmlc/read-rts-gmlc.ts';
import { networkProblems } from '../../../../../temporal/case/checks/network-problems.ts';
import { rtsTables, type Tables, toFileSet } from '../../../../support/cases/rts-tables.ts';

const read = (tables: Tables = rtsTables()) => readRtsGmlc(toFileSet(tables));

const BUS = 'SourceData/bus.csv';
const BRANCH = 'SourceData/branch.csv';
const GEN = 'SourceData/gen.csv';
const POINTERS = 'SourceData/timeseries_pointers.csv';
const RESERVES = 'SourceData/reserves.csv';
const STORAGE = 'SourceData/storage.csv';
const SIMULATION = 'SourceData/simulation_objects.csv';
const LOAD = 'timeseries_data_files/Load/DAY_AHEAD_load.csv';
const WIND = 'timeseries_data_files/WIND/DAY_AHEAD_wind.csv';
const REG = 'timeseries_data_files/Reserves/DAY_AHEAD_Reg_Down.csv';

/** The tables with a piece of one file replaced. */
function changed(file: string, from: string | RegExp, to: string): Tables {
  const tables = rtsTables();
  const text = tables[file] ?? '';
  assert.notEqual(text.replace(from, to), text, `${from} is not in ${file}`);
  return { ...tables, [file]: text.replace(from, to) };
}

function without(file: string): Tables {
  const { [file]: _, ...rest } = rtsTables();
  return rest;
}

describe('tables of RTS-GMLC', () => {
  it('become a network that the service accepts', async () => {
    const { network, report } = await read();
    assert.deepEqual(networkProblems(network), []);
    assert.equal(network.series_start, '2020-12-30T00:00:00');
    const counts = [network.buses, network.lines, network.dc_lines, network.reserves].map(
      (list) => list?.length,
    );
    assert.deepEqual(counts, [5, 4, 1, 3]);
    const [slack] = network.buses;
    assert.deepEqual(slack, {
      id: 1,
      name: 'Abel',
      v_nom_kv: 138,
      type: 'slack',
      area: '1',
      zone: '11',
      latitude: 33.4,
      longitude: -113.8,
    });
    assert.deepEqual(network.dc_lines?.[0], {
      id: 'DC1',
      from_bus: 1,
      to_bus: 5,
      p_min_mw: -100,
      p_max_mw: 100,
      in_service: true,
    });
    assert.ok(report.kept.some(({ code, count }) => code === 'series' && count === 48));
  });

  it('account for every unit, in a list or in the report', async () => {
    const { network, report } = await read();
    const { generators, renewables = [], storage = [] } = network;
    const units = [...generators, ...renewables, ...storage];
    const dropped = report.dropped.filter(({ code }) => code === 'no_power');
    assert.deepEqual(
      dropped.map(({ message }) => message),
      ['3_SYNC_COND_1: gives reactive power only'],
    );
    const rows = (rtsTables()[GEN] ?? '').split('\n').length - 1;
    assert.equal(units.length + dropped.length, rows);
    const kept = report.kept.filter(({ code }) => ['thermal_units', 'renewables', 'storage'].includes(code));
    assert.equal(
      kept.reduce((sum, { count }) => sum + count, 0),
      units.length,
    );
  });

  it('give lines their impedance, ratings, tap and length', async () => {
    const { network } = await read();
    const [first, second, , last] = network.lines;
    assert.deepEqual(
      [first?.x_pu, first?.r_ohm, first?.s_nom_mva, first?.s_emergency_mva, first?.tap_ratio],
      [0.014, (0.003 * 138 ** 2) / 100, 175, 193, undefined],
    );
    assert.deepEqual([second?.tap_ratio, second?.length_km], [1.015, undefined]);
    assert.equal(last?.s_nom_mva, null);
  });

  it('give thermal units heat rates, prices, starts by hours off and outages', async () => {
    const { network } = await read();
    const steam = network.generators.find(({ name }) => name === '1_STEAM_1');
    assert.deepEqual(steam?.startup_fuel, [
      { lag_h: 0, mmbtu: 300, usd: 100 },
      { lag_h: 10, mmbtu: 400, usd: 100 },
      { lag_h: 12, mmbtu: 500, usd: 100 },
    ]);
    const heat = steam?.heat_rate_curve?.map(({ mmbtu_per_h }) => Math.round(mmbtu_per_h * 1e6) / 1e6);
    assert.deepEqual(heat, [390, 390 + 23.2 * 7, 390 + 23.2 * 7 + 22.8 * 8]);
    const { ramp_up, initial_status, startup_cost, shutdown_cost, forced_outage_rate } = steam ?? {};
    assert.deepEqual(
      { ramp_up, initial_status, startup_cost, shutdown_cost, forced_outage_rate },
      { ramp_up: 120, initial_status: 8, startup_cost: 1100, shutdown_cost: 25, forced_outage_rate: 0.02 },
    );
  });

  it('merge a heat rate that falls into a convex curve, and name the unit', async () => {
    const { network, report } = await read();
    const unit = network.generators.find(({ name }) => name === '4_CC_1');
    assert.deepEqual(
      unit?.heat_rate_curve?.map(({ mw, mmbtu_per_h }) => [mw, Math.round(mmbtu_per_h * 1e6) / 1e6]),
      [
        [40, 280],
        [100, 280 + 30 * 6.5 + 30 * 6],
      ],
    );
    const note = report.changed.find(({ code }) => code === 'convex_hull');
    assert.match(note?.message ?? '', /^4_CC_1: /);
    assert.deepEqual(note?.paths, ['/SourceData~1gen.csv/4/HR_incr_1']);
    assert.equal(unit?.min_downtime, 5);
  });

  it('make one fuel per price and emission', async () => {
    const { network } = await read();
    assert.deepEqual(
      network.fuels?.map(({ name, price_usd_per_mmbtu }) => [name, price_usd_per_mmbtu]),
      [
        ['Oil/CT', 10],
        ['Coal', 2],
        ['NG', 4],
        ['Oil/STEAM', 10],
      ],
    );
  });

  it('spread the load of an area by MW Load', async () => {
    const { network } = await read();
    const at = (bus: number) => network.loads.find((load) => load.bus === bus)?.values ?? [];
    assert.deepEqual([at(1)[5], at(2)[5], at(4)[5]], [51, 34, 105]);
    assert.deepEqual([at(1).length, network.loads.length], [48, 3]);
  });

  it('take water and rooftops as they come, and the sun of a store by the day', async () => {
    const { network } = await read();
    const unit = (name: string) => network.renewables?.find((each) => each.name === name);
    assert.deepEqual([unit('4_RTPV_1')?.must_take, unit('4_HYDRO_1')?.must_take], [true, true]);
    assert.deepEqual([unit('2_WIND_1')?.must_take, unit('2_WIND_1')?.p_max[3]], [undefined, 21]);
    assert.deepEqual(unit('5_CSP_1')?.energy_limits, { period: 'day', mwh: [60, 60] });
    assert.deepEqual(unit('5_CSP_1')?.p_max, [40]);
    assert.equal(network.storage?.[0]?.energy_mwh, 150);
    assert.deepEqual([network.storage?.[0]?.efficiency, network.storage?.[0]?.charge_mw], [0.85, 45]);
  });

  it('read requirements a row an hour and a row a day, and one that is a number', async () => {
    const { network } = await read();
    const [spin, reg, flex] = network.reserves ?? [];
    assert.deepEqual(
      [spin?.mw, reg?.mw].map((mw) => Array.isArray(mw) && [mw.length, mw[25]]),
      [
        [48, 5],
        [48, 3.1],
      ],
    );
    assert.equal(flex?.mw, 9);
    assert.deepEqual([spin?.direction, spin?.response_min, spin?.areas], ['up', 10, ['1']]);
    assert.deepEqual(spin?.providers, ['1_CT_1', '1_STEAM_1', '2_WIND_1']);
    assert.deepEqual([reg?.direction, reg?.providers], ['down', ['1_STEAM_1', '4_CC_1', '4_STEAM_2']]);
  });

  it('may lie without folders, end lines in two characters and begin with a mark', async () => {
    const entries = Object.entries(rtsTables()).map(
      ([path, text]) => [path.split('/').at(-1) ?? '', `\uFEFF${text.replaceAll('\n', '\r\n')}\r\n`] as const,
    );
    const { network } = await read(Object.fromEntries(entries));
    assert.deepEqual(network, (await read()).network);
  });

  const REFUSED: readonly (readonly [what: string, tables: Tables, path: readonly (string | number)[]])[] = [
    ['a table that is missing', without(GEN), [GEN]],
    ['a table that is empty', { ...rtsTables(), [BUS]: '' }, [BUS, 1, '1']],
    ['a column that is missing', changed(BUS, 'BaseKV', 'kV'), [BUS, 1, 'BaseKV']],
    ['a column that is there twice', changed(BUS, 'MVAR Load', 'mw load'), [BUS, 1, 'mw load']],
    ['a row that is too short', changed(BRANCH, ',0,3', ',0'), [BRANCH, 2, 'Length']],
    ['a row that is too long', changed(BRANCH, ',0,3', ',0,3,7'), [BRANCH, 2, '12']],
    ['a quote that is not closed', changed(BUS, 'Adler, East"', 'Adler, East'), [BUS, 4, '2']],
    [
      'a number that is none',
      changed(GEN, '1_CT_1,1,CT,Oil CT,Oil,0,20', '1_CT_1,1,CT,Oil CT,Oil,0,x'),
      [GEN, 2, 'PMax MW'],
    ],
    ['NaN in a series', changed(WIND, '2020,12,30,4,21', '2020,12,30,4,NaN'), [WIND, 5, '2_WIND_1']],
    ['nothing in a series', changed(WIND, '2020,12,30,4,21', '2020,12,30,4,'), [WIND, 5, '2_WIND_1']],
    ['a bus that is there twice', changed(BUS, '2,Adams', '1,Adams'), [BUS, 3, 'Bus ID']],
    ['a line that is there twice', changed(BRANCH, 'A2,2', 'A1,2'), [BRANCH, 3, 'UID']],
    ['a unit that is there twice', changed(GEN, '2_PV_1,', '2_WIND_1,'), [GEN, 7, 'GEN UID']],
    [
      'a product that is there twice',
      changed(RESERVES, 'Flex_Up', 'Reg_Down'),
      [RESERVES, 4, 'Reserve Product'],
    ],
    ['a pointer that is there twice', changed(POINTERS, '2_PV_1', '2_WIND_1'), [POINTERS, 5, 'Object']],
    ['a line to nowhere', changed(BRANCH, 'A2,2,3', 'A2,2,33'), [BRANCH, 3, 'To Bus']],
    ['a unit at no bus', changed(GEN, '4_CC_1,4', '4_CC_1,44'), [GEN, 4, 'Bus ID']],
    [
      'a pointer to no file',
      changed(POINTERS, 'DAY_AHEAD_wind', 'DAY_AHEAD_winds'),
      [POINTERS, 4, 'Data File'],
    ],
    ['a pointer to no unit', changed(POINTERS, '2_WIND_1', '2_WIND_9'), [POINTERS, 4, 'Object']],
    ['a pointer to no column', changed(WIND, '2_WIND_1', '2_WIND_9'), [POINTERS, 4, 'Object']],
    ['a pointer to no area', changed(POINTERS, 'Area,2', 'Area,9'), [POINTERS, 3, 'Object']],
    ['storage of no unit', changed(STORAGE, '4_HYDRO_1,', '4_HYDRO_9,'), [STORAGE, 5, 'GEN UID']],
    ['a storage unit that storage.csv lacks', without(STORAGE), [GEN, 11, 'GEN UID']],
    ['reserve of no area', changed(RESERVES, '"(1,2)"', '"(1,7)"'), [RESERVES, 3, 'Eligible Regions']],
    [
      'reserve of nobody',
      changed(RESERVES, '(Oil CT,Coal,Wind)', '(Tidal)'),
      [RESERVES, 2, 'Eligible Device SubCategories'],
    ],
    ['a series that is shorter', changed(WIND, /\n[^\n]*$/, ''), [WIND, 48, 'Day']],
    ['a series that begins later', changed(WIND, /\n2020,12,30,1,[^\n]*/, ''), [WIND, 2, 'Day']],
    ['an hour that is missing', changed(LOAD, /\n2020,12,30,7,[^\n]*/, ''), [LOAD, 8, 'Period']],
    ['a day that is missing', changed(REG, '2020,12,31', '2021,1,1'), [REG, 3, 'Day']],
    ['a day that there is not', changed(REG, '2020,12,31', '2020,12,32'), [REG, 3, 'Day']],
    ['23 hours in a day', changed(REG, ',24\n', ',24x\n'), [REG, 1, '24x']],
    ['other steps than hours', changed(SIMULATION, '3600', '900'), [SIMULATION, 2, 'DAY_AHEAD']],
    [
      'output points that do not rise',
      changed(GEN, '10,0.4,0.7,1', '10,0.4,0.4,1'),
      [GEN, 2, 'Output_pct_1'],
    ],
    ['a least output above the largest', changed(GEN, 'Oil,0,20,8', 'Oil,0,20,28'), [GEN, 2, 'PMin MW']],
  ];
  for (const [what, tables, path] of REFUSED) {
    it(`are refused for ${what}, with the place`, async () => {
      await assert.rejects(read(tables), (error) => {
        assert.ok(error instanceof ImportError, String(error));
        assert.deepEqual(error.path, path, error.message);
        assert.ok(error.message.includes(String(path[0])), error.message);
        return true;
      });
    });
  }

  it('are read although series are missing, and the report says so', async () => {
    const { network, report } = await read(
      changed(POINTERS, /\nDAY_AHEAD,(Generator,2_PV_1|Area,2)[^\n]*/g, ''),
    );
    assert.deepEqual(network.renewables?.find(({ name }) => name === '2_PV_1')?.p_max, [30]);
    assert.deepEqual(network.loads.find(({ bus }) => bus === 4)?.values, [100]);
    assert.deepEqual(
      report.changed.filter(({ code }) => code === 'no_series').map(({ paths }) => paths[0]),
      ['/SourceData~1gen.csv/7/GEN UID', '/SourceData~1bus.csv/5/MW Load'],
    );
  });
});
