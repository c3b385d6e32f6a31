/** What a UnitCommitment.jl file of any version becomes, and what is refused. */
import assert from 'node:assert/strict';
import { ImportError } from '../../../../../api/formats/base/import-error.ts';
import { readUnitCommitmentJl } from '../../../../../api/formats/unitcommitment-jl/read-unitcommitment-jl.ts';
import { payloadProblems } from '../../../../../temporal/case/checks/payload-problems.ts';
import { payloadSchema } from '../../../../../temporal/case/messages/payload.ts';
import { solve } from '../../../../support/engine/solve.ts';
import { publicInstances } from '../../../../support/public-instances.ts';
import { runToEnd } from '../../../../support/run-to-end.ts';

const LIMITS = { maxHorizon: 168 };
const UNIT = {
  Bus: 'b1',
  Type: 'Thermal',
  'Production cost curve (MW)': [10, 50, 100],
  'Production cost curve ($)': [300, 1100, 2600],
  'Startup costs ($)': [100, 200],
  'Startup delays (h)': [1, 4],
  'Ramp up limit (MW)': 40,
  'Ramp down limit (MW)': 45,
  'Startup limit (MW)': 30,
  'Shutdown limit (MW)': 90,
  'Minimum uptime (h)': 2,
  'Minimum downtime (h)': 1,
  'Initial status (h)': 5,
  'Initial power (MW)': 20,
  'Must run?': true,
  'Reserve eligibility': ['r1'],
};
const LINE = {
  'Source bus': 'b1',
  'Target bus': 'b2',
  'Susceptance (S)': 100 * (Math.PI / 180) * 10,
  'Normal flow limit (MW)': 60,
  'Emergency flow limit (MW)': 70,
  'Flow limit penalty ($/MW)': 900,
};
const CASE = {
  Parameters: { Version: '0.4', 'Time horizon (h)': 3, 'Power balance penalty ($/MW)': 2000 },
  Buses: { b1: { 'Load (MW)': 0 }, b2: { 'Load (MW)': [30, 40, 35] } },
  Generators: { g1: UNIT },
  'Transmission lines': { l1: LINE, l2: { ...LINE, 'Susceptance (S)': 10 } },
  Contingencies: { c1: { 'Affected lines': ['l1'] } },
  Reserves: { r1: { Type: 'spinning', 'Amount (MW)': 5, 'Shortfall penalty ($/MW)': 800 } },
};

const read = (file: unknown) => runToEnd(readUnitCommitmentJl(file, LIMITS.maxHorizon));
const withUnit = (changes: object) => read({ ...CASE, Generators: { g1: { ...UNIT, ...changes } } });
const withLine = (changes: object) =>
  read({ ...CASE, 'Transmission lines': { l1: { ...LINE, ...changes } }, Contingencies: {} });
const codes = (entries: readonly { code: string }[]) => entries.map(({ code }) => code);
const sound = (file: unknown) => {
  const imported = read(file);
  payloadSchema.validateSync(imported.payload, { strict: true });
  assert.deepEqual(payloadProblems(imported.payload, LIMITS), []);
  return imported;
};

const inSteps = (minutes: number, changes: object = {}) => ({
  ...CASE,
  Parameters: { ...CASE.Parameters, 'Time horizon (h)': 90 / 60, 'Time step (min)': minutes },
  Buses: { b1: { 'Load (MW)': 0 }, b2: { 'Load (MW)': Array.from({ length: 90 / minutes }, () => 35) } },
  Generators: { g1: { ...UNIT, 'Minimum uptime (h)': 0.5, ...changes } },
});

describe('an instance of UnitCommitment.jl in steps shorter than an hour', () => {
  for (const [minutes, n] of [
    [15, 4],
    [30, 2],
  ] as const)
    it(`of ${minutes} min has ramps and costs of a step, and times in hours`, async () => {
      const storage = {
        Bus: 'b1',
        'Maximum level (MWh)': 10,
        'Initial level (MWh)': 4,
        'Maximum charge rate (MW)': 5,
        'Maximum discharge rate (MW)': 6,
        'Charge cost ($/MW)': 0,
        'Discharge cost ($/MW)': 0,
        'Discharge efficiency': 0.5,
        'Allow simultaneous charging and discharging': false,
      };
      const { payload, report } = sound({ ...inSteps(minutes), 'Storage units': { s1: storage } });
      const { generators, transmission_lines: lines = [], horizon, interval_minutes } = payload;
      assert.deepEqual([horizon, interval_minutes], [90 / minutes, minutes]);
      const [unit] = generators;
      assert.ok(unit);
      const { cost_curve, startup_categories } = unit;
      assert.deepEqual(unit.ramp_up, 40 * n);
      assert.deepEqual(unit.ramp_down, 45 * n);
      assert.deepEqual([unit.startup_ramp, unit.shutdown_ramp, unit.initial_power_mw], [30, 55, 20]);
      assert.deepEqual([unit.min_uptime, unit.min_downtime, unit.initial_status], [0.5, 1, 5]);
      assert.deepEqual(
        cost_curve?.map(({ usd_per_h }) => usd_per_h),
        [300 * n, 1100 * n, 2600 * n],
      );
      assert.deepEqual(startup_categories, [
        { lag_h: 1, cost_usd: 100 },
        { lag_h: 4, cost_usd: 200 },
      ]);
      assert.equal(lines[0]?.penalty_usd_per_mwh, 900 * n);
      assert.equal(payload.reserves?.[0]?.penalty_usd_per_mwh, 800 * n);
      assert.equal(payload.options?.unserved_energy_usd_per_mwh, 2000 * n);
      assert.deepEqual(payload.storage?.[0], {
        name: 's1',
        bus: 1,
        energy_mwh: 5,
        charge_mw: 5,
        discharge_mw: 6,
        efficiency: 0.5,
        initial_mwh: 2,
      });
      assert.ok(codes(report.changed).includes('time_step'));
      assert.equal((await solve('scuc', payload)).certificate?.verified, true);
    });

  it('may have a horizon in minutes, within the limit and in whole steps', () => {
    const { 'Time horizon (h)': _, ...parameters } = inSteps(15).Parameters;
    const inMinutes = (minutes: number) =>
      read({ ...inSteps(15), Parameters: { ...parameters, 'Time horizon (min)': minutes } });
    assert.equal(inMinutes(90).payload.horizon, 6);
    assert.throws(() => inMinutes(100), /Should be 1 to 336 whole intervals of 15 min/);
  });
});

describe('an instance of UnitCommitment.jl', () => {
  it('becomes a payload, field by field', () => {
    const { payload, jobType, report } = sound(CASE);
    assert.equal(jobType, 'scuc');
    const { generators, transmission_lines: lines, ...rest } = payload;
    assert.deepEqual(rest, {
      horizon: 3,
      loads: [{ bus: 2, values: [30, 40, 35] }],
      contingencies: [{ id: 'c1', lines: ['l1'] }],
      reserves: [{ name: 'r1', mw: 5, penalty_usd_per_mwh: 800 }],
      options: { unserved_energy_usd_per_mwh: 2000 },
    });
    assert.ok(Math.abs((lines?.[0]?.x_pu ?? 0) - 0.1) < 1e-12);
    assert.deepEqual(lines?.map(({ x_pu, ...line }) => line)[0], {
      id: 'l1',
      from_bus: 1,
      to_bus: 2,
      rating_mw: 60,
      emergency_rating_mw: 70,
      penalty_usd_per_mwh: 900,
    });
    const [unit] = generators;
    assert.deepEqual(
      [
        unit?.p_min,
        unit?.p_max,
        unit?.startup_ramp,
        unit?.shutdown_ramp,
        unit?.initial_status,
        unit?.must_run,
      ],
      [10, 100, 30, 55, 5, true],
    );
    assert.deepEqual([report.changed, report.dropped], [[], []]);
  });

  it('of version 0.2 has one reserve that every unit provides, and names of its own', () => {
    const { Type: _, 'Reserve eligibility': __, ...unit } = UNIT;
    const old = {
      SOURCE: 'Somewhere',
      Parameters: { 'Time (h)': 3 },
      Buses: CASE.Buses,
      Generators: { g1: unit },
      'Transmission lines': { l1: { ...LINE, 'Reactance (ohms)': 0.1 } },
      Reserves: { 'Spinning (MW)': [1, 2, 3] },
    };
    const { payload, report } = sound(old);
    assert.deepEqual(payload.reserves, [{ name: 'r1', mw: [1, 2, 3] }]);
    assert.deepEqual(payload.options, { unserved_energy_usd_per_mwh: 1000 });
    assert.deepEqual([codes(report.changed), codes(report.dropped)], [[], ['source']]);
    const priced = { ...old, Parameters: { 'Time (h)': 3, 'Reserve shortfall penalty ($/MW)': 70 } };
    assert.equal(sound(priced).payload.reserves?.[0]?.penalty_usd_per_mwh, 70);
  });

  it('lets the units give a reserve that it names for it', () => {
    const file = (eligible: readonly (readonly string[])[]) => ({
      ...CASE,
      Generators: Object.fromEntries(
        eligible.map((names, g) => [`g${g + 1}`, { ...UNIT, 'Reserve eligibility': names }]),
      ),
      Reserves: { ...CASE.Reserves, r2: { Type: 'spinning', 'Amount (MW)': 4 } },
    });
    const { payload, report } = sound(file([['r1', 'r2'], ['r1'], ['r1']]));
    assert.deepEqual(
      payload.reserves?.map(({ providers }) => providers),
      [undefined, ['g1']],
    );
    assert.deepEqual([report.changed, report.dropped], [[], []]);
    assert.deepEqual(sound(file([['r2'], ['r2']])).payload.reserves?.[0]?.providers, []);
  });

  it('carries profiled units, price-sensitive loads and storage without loss', () => {
    const { payload, report } = sound({
      ...CASE,
      Generators: {
        g1: UNIT,
        sun: { Bus: 'b2', Type: 'Profiled', 'Maximum power (MW)': [4, 5, 6], 'Cost ($/MW)': [1, 2, 1] },
      },
      'Price-sensitive loads': { p1: { Bus: 'b1', 'Revenue ($/MW)': 23, 'Demand (MW)': 50 } },
      'Storage units': {
        s1: {
          Bus: 'b2',
          'Minimum level (MWh)': 10,
          'Maximum level (MWh)': 110,
          'Allow simultaneous charging and discharging': false,
          'Charge cost ($/MW)': 0,
          'Discharge cost ($/MW)': 0,
          'Charge efficiency': 0.9,
          'Discharge efficiency': 0.5,
          'Maximum charge rate (MW)': 8,
          'Maximum discharge rate (MW)': 6,
          'Initial level (MWh)': 30,
          'Last period minimum level (MWh)': 20,
        },
      },
    });
    assert.deepEqual(payload.renewables, [
      { name: 'sun at 1 $/MWh', bus: 2, p_min: [0, 0, 0], p_max: [4, 0, 6], marginal_cost: 1 },
      { name: 'sun at 2 $/MWh', bus: 2, p_min: [0, 0, 0], p_max: [0, 5, 0], marginal_cost: 2 },
      { name: 'p1', bus: 1, p_min: [0, 0, 0], p_max: [50, 50, 50], marginal_cost: 23 },
    ]);
    assert.deepEqual(payload.loads[1], { bus: 1, values: [50, 50, 50] });
    assert.deepEqual(payload.storage, [
      {
        name: 's1',
        bus: 2,
        energy_mwh: 50,
        charge_mw: 8,
        discharge_mw: 6,
        efficiency: 0.45,
        initial_mwh: 10,
        final_mwh: 5,
      },
    ]);
    assert.deepEqual([codes(report.changed), codes(report.dropped)], [['price_sensitive_load'], []]);
  });

  it('whose limits vary with the hour keeps them as profiles, and says when its costs do not fit', () => {
    const { payload, report } = withUnit({
      'Production cost curve (MW)': [10, 50, [100, 80, 90]],
      'Production cost curve ($)': [300, 1100, [2600, 2000, 2300]],
    });
    const [unit] = payload.generators;
    assert.deepEqual(
      [unit?.p_max, unit?.p_max_profile, unit?.p_min_profile],
      [100, [100, 80, 90], [10, 10, 10]],
    );
    assert.deepEqual(report.changed, []);
    const other = withUnit({ 'Production cost curve ($)': [300, 1100, [2600, 3000, 2600]] });
    assert.deepEqual(codes(other.report.changed), ['cost_by_hour']);
  });

  it('keeps what is given of a commitment, hour by hour', () => {
    const fixedOf = (status: unknown) => withUnit({ 'Commitment status': status }).payload.fixed_commitment;
    const given = fixedOf([true, null, false])?.map(({ hour, on }) => [hour, on]);
    assert.deepEqual(given, [
      [0, true],
      [2, false],
    ]);
    assert.deepEqual(withUnit({ 'Commitment status': true }).payload.generators[0]?.must_run, true);
    assert.deepEqual([fixedOf([null, null, null]), fixedOf(true)], [undefined, undefined]);
    assert.throws(() => fixedOf([true, 1, null]), /true, false or null/);
    assert.throws(() => fixedOf([true]), /Should have 3 values/);
  });

  it('reports what means something else, or nothing, to the service', () => {
    const store = {
      Bus: 'b1',
      'Maximum level (MWh)': 9,
      'Charge cost ($/MW)': 1,
      'Discharge cost ($/MW)': 0,
      'Maximum charge rate (MW)': 1,
      'Maximum discharge rate (MW)': 1,
      'Loss factor': 0.1,
      'Last period maximum level (MWh)': 5,
    };
    const CASES: readonly [ReturnType<typeof read>, string[], string[]][] = [
      [withLine({ 'Normal flow limit (MW)': [60, 50, 60] }), ['time_series'], []],
      [withLine({ 'Emergency flow limit (MW)': 0 }), ['rating'], []],
      [
        read({ ...CASE, 'Storage units': { s: store } }),
        ['storage_modes'],
        ['storage', 'storage', 'storage'],
      ],
      [
        read({ ...CASE, Reserves: { ...CASE.Reserves, r2: { Type: 'flexiramp', 'Amount (MW)': 1 } } }),
        [],
        ['reserve_type'],
      ],
      [
        read({ ...CASE, Parameters: { ...CASE.Parameters, 'Scenario weight': 0.5, Version: 0.9 } }),
        ['version'],
        ['scenario'],
      ],
    ];
    for (const [{ payload, report }, changed, dropped] of CASES) {
      assert.deepEqual([codes(report.changed), codes(report.dropped)], [changed, dropped]);
      assert.deepEqual(payloadProblems(payload, LIMITS), []);
    }
    assert.equal(
      withLine({ 'Emergency flow limit (MW)': null }).payload.transmission_lines?.[0]?.emergency_rating_mw,
      1e6,
    );
    const renamed = JSON.parse(
      JSON.stringify(CASE).replaceAll('"b1"', '"north"').replaceAll('"b2"', '"south"'),
    );
    assert.deepEqual(codes(sound(renamed).report.changed), ['bus_numbers']);
  });

  it('that cannot be read is refused with the place', () => {
    const CASES: readonly [() => unknown, string][] = [
      [() => read({}), 'Parameters.Time horizon (min)'],
      [() => read({ ...CASE, Parameters: { 'Time horizon (min)': 90 } }), 'Parameters.Time horizon (min)'],
      [
        () => read({ ...CASE, Parameters: { 'Time horizon (h)': 3, 'Time step (min)': 20 } }),
        'Parameters.Time step (min)',
      ],
      [() => withUnit({ Bus: 'b9' }), 'Generators.g1.Bus'],
      [() => withUnit({ Type: 'Nuclear' }), 'Generators.g1.Type'],
      [() => withUnit({ 'Initial status (h)': 0 }), 'Generators.g1.Initial status (h)'],
      [() => withUnit({ 'Startup delays (h)': [1] }), 'Generators.g1.Startup delays (h)'],
      [() => withUnit({ 'Startup delays (h)': [4, 1] }), 'Generators.g1.Startup delays (h).1'],
      [() => withLine({ 'Susceptance (S)': 0 }), 'Transmission lines.l1.Susceptance (S)'],
      [
        () => read({ ...CASE, Contingencies: { c: { 'Affected lines': ['l1', 'l9'] } } }),
        'Contingencies.c.Affected lines.1',
      ],
    ];
    for (const [attempt, path] of CASES)
      assert.throws(attempt, (error) => error instanceof ImportError && error.path.join('.') === path, path);
  });

  for (const { name, read: file } of publicInstances('unitcommitment-jl')) {
    it(`that is published as ${name} is a valid payload without a warning`, () => {
      const { report } = sound(file());
      const warnings = [...report.changed, ...report.dropped].filter(
        ({ severity }) => severity === 'warning',
      );
      assert.deepEqual(warnings, []);
    });
  }

  it('is solved as it comes', async () => {
    const result = await solve('scuc', read(CASE).payload);
    assert.equal(result.termination_status, 'OPTIMAL');
    assert.equal(result.certificate?.verified, true);
  });
});
