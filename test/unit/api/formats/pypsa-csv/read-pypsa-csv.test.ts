/** CSV folders of PyPSA: units and defaults, what becomes of each element, and how they are refused. */
import assert from 'node:assert/strict';
import { ImportError } from '../../../../../api/formats/base/import-error.ts';
import { readPypsaCsv } from '../../../../../api/formats/pypsa-csv/read-pypsa-csv.ts';
import { networkProblems } from '../../../../../temporal/case/checks/network-problems.ts';
import { pypsaFolder } from '../../../../support/cases/pypsa-folder.ts';
import { type Tables, toFileSet } from '../../../../support/cases/rts-tables.ts';

const near = (found: number | undefined, expected: number): void =>
  assert.ok(
    Math.abs((found ?? Number.NaN) - expected) <= 1e-9 * Math.max(1, Math.abs(expected)),
    `${found}, not ${expected}`,
  );
const read = (changes: Tables = {}) => readPypsaCsv(toFileSet({ ...pypsaFolder(), ...changes }));
const withLine = (file: string, from: string, to: string) => {
  const text = pypsaFolder()[file] ?? '';
  assert.ok(text.includes(from), from);
  return read({ [file]: text.replace(from, to) });
};

describe('a CSV folder of PyPSA', () => {
  it('becomes a network that can be stored, with its hours', async () => {
    const { network } = await read();
    assert.deepEqual(networkProblems(network), []);
    assert.deepEqual(
      [network.name, network.series_start, network.base_mva, network.buses.length],
      ['Five buses', '2013-01-01T00:00:00', 100, 4],
    );
    const [north] = network.buses;
    assert.deepEqual(
      [north?.id, north?.name, north?.v_nom_kv, north?.type, north?.area, north?.longitude, north?.latitude],
      [1, 'North', 380, 'slack', 'DE', 10, 54],
    );
    assert.deepEqual(
      network.loads.map(({ values }) => values.length),
      [48, 1, 48],
    );
    assert.equal(network.loads[2]?.values[25], 401);
  });

  it('has ohm on lines, ohm per km in types, and per unit of s_nom on transformers', async () => {
    const { network } = await read();
    const [line, typed, transformer] = network.lines;
    near(line?.x_pu, (28.88 * 100) / 380 ** 2);
    near(line?.r_ohm, 2.888);
    near(line?.s_nom_mva ?? 0, 700);
    near(typed?.x_pu, (0.246 * 600 * 100) / 2 / 380 ** 2);
    near(transformer?.x_pu, (0.1 * 100) / 500);
    near(transformer?.r_ohm, (0.01 / 500) * 380 ** 2);
    assert.deepEqual(
      [transformer?.id, transformer?.tap_ratio, transformer?.phase_shift_deg, transformer?.s_nom_mva],
      ['1 transformer', 1.05, -3, 500],
    );
  });

  it('has links between buses of electricity as DC lines, and reports the others', async () => {
    const { network, report } = await read();
    assert.deepEqual(
      network.dc_lines?.map(({ id, p_min_mw, p_max_mw }) => [id, p_min_mw, p_max_mw]),
      [
        ['NordLink', -1400, 1400],
        ['losses', 0, 300],
      ],
    );
    const dropped = new Map(report.dropped.map(({ code, paths }) => [code, paths]));
    assert.deepEqual(dropped.get('link_losses'), ['/links.csv/3/efficiency']);
    assert.deepEqual(dropped.get('other_carrier'), ['/buses.csv/6/carrier']);
    assert.deepEqual(dropped.get('stores'), ['/stores.csv/2/name']);
    assert.deepEqual(dropped.get('global_constraints'), ['/global_constraints.csv/2/name']);
    assert.deepEqual(dropped.get('at_other_carrier'), ['/links.csv/4/bus0']);
  });

  it('commits what is committable, with costs, times, ramps and CO2 of primary energy', async () => {
    const { network } = await read();
    const unit = network.generators[0];
    assert.deepEqual(
      { ...unit, co2_t_per_mwh: undefined },
      {
        name: 'lignite',
        bus: 1,
        p_max: 600,
        p_min: 300,
        marginal_cost: 20,
        no_load_cost: 100,
        startup_cost: 9000,
        shutdown_cost: 500,
        min_uptime: 6,
        min_downtime: 4,
        initial_status: 8,
        startup_ramp: 360,
        ramp_up: 150,
        ramp_down: 180,
        co2_t_per_mwh: undefined,
        type: 'lignite',
        fuel: 'lignite',
      },
    );
    near(unit?.co2_t_per_mwh, 1);
  });

  it('has a unit that only costs start for nothing, or run where it must; what follows a series is renewable', async () => {
    const { network } = await read();
    const [, gas, waste] = network.generators;
    assert.deepEqual([gas?.p_min, gas?.startup_cost, gas?.ramp_up, gas?.must_run], [0, 0, null, undefined]);
    near(gas?.co2_t_per_mwh, 0.4);
    assert.deepEqual([waste?.p_min, waste?.must_run], [20, true]);
    const wind = network.renewables?.[0];
    assert.deepEqual([wind?.name, wind?.type, wind?.p_max.length], ['wind', 'wind', 48]);
    near(wind?.p_max[1], 900 * 0.35);
  });

  it('counts stored energy as what can be given, and inflow as energy of weeks', async () => {
    const { network } = await read();
    const [pumped, battery] = network.storage ?? [];
    near(pumped?.energy_mwh, 480);
    near(pumped?.initial_mwh, 120);
    near(pumped?.efficiency, 0.72);
    assert.deepEqual([pumped?.charge_mw, pumped?.discharge_mw], [100, 100]);
    near(battery?.initial_mwh, 38);
    const reservoir = network.renewables?.[1];
    assert.deepEqual([reservoir?.p_max, reservoir?.energy_limits?.period], [[500], 'week']);
    near(reservoir?.energy_limits?.mwh[0], 48 * 100 * 0.9);
  });

  it('stretches snapshots of several hours, with times and ramps that count them', async () => {
    const hours = Array.from({ length: 8 }, (_, k) => `2013-01-01 ${String(3 * k).padStart(2, '0')}:00:00`);
    const one = (names: readonly string[], value: number) =>
      [['snapshot', ...names], ...hours.map((hour) => [hour, ...names.map(() => value)])]
        .map((row) => row.join(','))
        .join('\n');
    const { network } = await read({
      'snapshots.csv': ['snapshot,objective', ...hours.map((hour) => `${hour},3`)].join('\n'),
      'generators-p_max_pu.csv': one(['wind'], 0.5),
      'loads-p_set.csv': one(['load S', 'load N'], 100),
      'storage_units-inflow.csv': one(['reservoir'], 100),
    });
    assert.deepEqual(
      network.loads.map(({ values }) => values.length),
      [24, 1, 24],
    );
    const [unit] = network.generators;
    assert.deepEqual([unit?.min_uptime, unit?.initial_status, unit?.ramp_up], [18, 24, 50]);
  });

  it('has one hour without snapshots, and reports investment, weightings and other files', async () => {
    const {
      'snapshots.csv': _,
      'generators-p_max_pu.csv': _p,
      'loads-p_set.csv': _l,
      'storage_units-inflow.csv': _i,
      ...rest
    } = pypsaFolder();
    const still = await readPypsaCsv(toFileSet(rest));
    assert.equal(still.network.series_start, undefined);
    assert.deepEqual(
      still.network.loads.map(({ values }) => values),
      [[0], [80], [0]],
    );
    const weighted = await withLine('snapshots.csv', '23:00:00,1.0,1.0', '23:00:00,2.0,1.0');
    const note = weighted.report.changed.find(({ code }) => code === 'weightings');
    assert.deepEqual([note?.severity, note?.paths], ['warning', ['/snapshots.csv/25/objective']]);
    const odd = await read({ 'links-ramp_limit_up.csv': 'snapshot' });
    const file = odd.report.dropped.find(({ message }) => message.endsWith('links-ramp_limit_up'));
    assert.deepEqual([file?.severity, file?.paths], ['warning', ['/links-ramp_limit_up.csv']]);
    const answers = odd.report.dropped.find(({ message }) => message.endsWith('buses-marginal_price'));
    assert.equal(answers?.severity, 'info');
  });

  const REFUSED: readonly (readonly [what: string, file: string, from: string, to: string, place: string])[] =
    [
      ['an unknown bus', 'lines.csv', '1,North,South', '1,Norht,South', 'lines.csv/2/bus0'],
      ['a reactance of 0', 'lines.csv', '28.88', '0', 'lines.csv/2/x'],
      ['an unknown type', 'lines.csv', 'Al/St 240/40 4', 'Al/St 240/40 5', 'lines.csv/3/type'],
      ['a name that stands twice', 'generators.csv', '\ngas,', '\nlignite,', 'generators.csv/3/name'],
      ['no number', 'generators.csv', '0.5,9000', '0.5,9O00', 'generators.csv/2/start_up_cost'],
      [
        'NaN in a series',
        'generators-p_max_pu.csv',
        '01:00:00,0.35',
        '01:00:00,NaN',
        'generators-p_max_pu.csv/3/wind',
      ],
      ['a series of nothing', 'loads-p_set.csv', 'load N', 'load M', 'loads-p_set.csv/1/load M'],
      ['hours that are left out', 'loads-p_set.csv', '01:00:00', '02:00:00', 'loads-p_set.csv/3/snapshot'],
      ['time that goes back', 'snapshots.csv', '2013-01-01 02', '2013-01-01 00', 'snapshots.csv/4/snapshot'],
      [
        'an efficiency above 1',
        'storage_units.csv',
        '6,0.9',
        '6,1.9',
        'storage_units.csv/2/efficiency_store',
      ],
      [
        'more energy than fits',
        'storage_units.csv',
        ',150,',
        ',1500,',
        'storage_units.csv/2/state_of_charge_initial',
      ],
      ['neither True nor False', 'generators.csv', 'True', 'Yes', 'generators.csv/2/committable'],
      ['inverted limits', 'links.csv', '1400,-1,1', '1400,2,1', 'links.csv/2/p_min_pu'],
    ];
  for (const [what, file, from, to, place] of REFUSED)
    it(`is refused with file, line and column: ${what}`, async () => {
      await assert.rejects(withLine(file, from, to), (error) => {
        assert.ok(error instanceof ImportError, String(error));
        assert.equal(error.path.join('/'), place, error.message);
        return true;
      });
    });

  it('is refused without buses, or with series that end early', async () => {
    const { 'buses.csv': _, ...rest } = pypsaFolder();
    await assert.rejects(readPypsaCsv(toFileSet(rest)), /buses\.csv: this table is missing/);
    const short = (pypsaFolder()['loads-p_set.csv'] ?? '').split('\n').slice(0, 10).join('\n');
    await assert.rejects(
      read({ 'loads-p_set.csv': short }),
      /line 10.*Ends after 9 snapshots, snapshots.csv has 48/,
    );
  });
});
