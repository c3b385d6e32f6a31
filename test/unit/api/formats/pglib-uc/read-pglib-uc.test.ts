/** What a pglib-uc instance becomes, that it means the same, and what is refused. */
import assert from 'node:assert/strict';
import { ImportError } from '../../../../../api/formats/base/import-error.ts';
import { readPglibUc } from '../../../../../api/formats/pglib-uc/read-pglib-uc.ts';
import { payloadProblems } from '../../../../../temporal/case/checks/payload-problems.ts';
import { payloadSchema } from '../../../../../temporal/case/messages/payload.ts';
import type { PglibCase, PglibUnit } from '../../../../support/cases/pglib-case.ts';
import { publicInstances } from '../../../../support/public-instances.ts';
import { assertSameOptimum } from '../../../../support/reference/pglib-optimum.ts';
import { runToEnd } from '../../../../support/run-to-end.ts';

const LIMITS = { maxHorizon: 168 };

const UNIT: PglibUnit = {
  must_run: 1,
  power_output_minimum: 20,
  power_output_maximum: 100,
  ramp_up_limit: 30,
  ramp_down_limit: 50,
  ramp_startup_limit: 60,
  ramp_shutdown_limit: 40,
  time_up_minimum: 4,
  time_down_minimum: 2,
  power_output_t0: 50,
  unit_on_t0: 1,
  time_up_t0: 3,
  time_down_t0: 0,
  startup: [
    { lag: 2, cost: 100 },
    { lag: 5, cost: 300 },
  ],
  piecewise_production: [
    { mw: 20, cost: 400 },
    { mw: 60, cost: 1200 },
    { mw: 100, cost: 2400 },
  ],
};
const CASE: PglibCase = {
  time_periods: 2,
  demand: [60, 70],
  reserves: [0, 5],
  thermal_generators: { coal: UNIT },
  renewable_generators: { wind: { power_output_minimum: [0, 1], power_output_maximum: [8, 9] } },
};

const read = (file: unknown) => runToEnd(readPglibUc(file, LIMITS.maxHorizon));
const withUnit = (changes: Partial<PglibUnit>) =>
  read({ ...CASE, thermal_generators: { coal: { ...UNIT, ...changes } } });
const codes = (entries: readonly { code: string }[]) => entries.map(({ code }) => code);

describe('an instance of pglib-uc', () => {
  it('becomes a payload, field by field', () => {
    const { payload, jobType, report } = read(CASE);
    assert.equal(jobType, 'uc');
    assert.deepEqual(payload, {
      horizon: 2,
      loads: [{ bus: 1, values: [60, 70] }],
      reserves: [{ name: 'spinning', mw: [0, 5] }],
      renewables: [{ name: 'wind', bus: 1, p_min: [0, 1], p_max: [8, 9] }],
      generators: [
        {
          name: 'coal',
          bus: 1,
          p_max: 100,
          p_min: 20,
          marginal_cost: 25,
          no_load_cost: -100,
          startup_cost: 300,
          ramp_up: 30,
          ramp_down: 50,
          min_uptime: 4,
          min_downtime: 2,
          initial_status: 3,
          initial_power_mw: 50,
          must_run: true,
          startup_ramp: 50,
          shutdown_ramp: 40,
          cost_curve: [
            { mw: 20, usd_per_h: 400 },
            { mw: 60, usd_per_h: 1200 },
            { mw: 100, usd_per_h: 2400 },
          ],
          startup_categories: [
            { lag_h: 2, cost_usd: 100 },
            { lag_h: 5, cost_usd: 300 },
          ],
        },
      ],
    });
    assert.deepEqual([report.changed, report.dropped], [[], []]);
    assert.deepEqual(codes(report.kept), ['horizon', 'generators', 'renewables', 'reserves']);
  });

  it('reports what means something else, or nothing, to the service', () => {
    const off = { unit_on_t0: 0, must_run: 0, time_up_t0: 0, time_down_t0: 9, power_output_t0: 0 };
    const CASES: readonly [Partial<PglibUnit>, string][] = [
      [{ ramp_up_limit: 0 }, 'ramp'],
      [
        {
          startup: [
            { lag: 3, cost: 5 },
            { lag: 4, cost: 9 },
          ],
        },
        'first_lag',
      ],
      [{ time_up_t0: 0 }, 'initial_status'],
      [
        {
          startup: [
            { lag: 1, cost: 9 },
            { lag: 2, cost: 5 },
          ],
        },
        'startup_cost',
      ],
      [
        {
          piecewise_production: [
            { mw: 20, cost: 0 },
            { mw: 60, cost: 900 },
            { mw: 100, cost: 1000 },
          ],
        },
        'convex_hull',
      ],
      [
        {
          ...off,
          startup: [
            { lag: 2, cost: 1 },
            { lag: 12, cost: 2 },
          ],
        },
        'second_start',
      ],
    ];
    for (const [changes, code] of CASES) {
      const { payload, report } = withUnit(changes);
      assert.deepEqual(codes(report.changed), [code]);
      assert.deepEqual(report.changed[0]?.paths, ['/thermal_generators/coal']);
      assert.deepEqual(payloadProblems(payload, LIMITS), []);
    }
    assert.deepEqual(codes(withUnit({ ...off, power_output_t0: 5 }).report.dropped), ['initial_power']);
    const { dropped } = read({
      ...CASE,
      hydro: {},
      thermal_generators: { 'a/b': { ...UNIT, colour: 1 } },
    }).report;
    assert.deepEqual(
      dropped.flatMap(({ paths }) => paths),
      ['/thermal_generators/a~1b/colour', '/hydro'],
    );
  });

  it('that cannot be read is refused with the place', () => {
    const CASES: readonly [unknown, string][] = [
      [[], ''],
      [{ ...CASE, time_periods: 999 }, 'time_periods'],
      [{ ...CASE, demand: [1] }, 'demand'],
      [{ ...CASE, demand: [1, '2'] }, 'demand.1'],
      [{ ...CASE, thermal_generators: [] }, 'thermal_generators'],
      [
        { ...CASE, thermal_generators: { coal: { ...UNIT, unit_on_t0: 2 } } },
        'thermal_generators.coal.unit_on_t0',
      ],
    ];
    for (const [file, path] of CASES) assert.throws(() => read(file), isAt(path));
    const unit = (field: string, ...more: (string | number)[]) =>
      ['thermal_generators.coal', field, ...more].join('.');
    const of = <F extends keyof PglibUnit>(field: F, value: unknown) =>
      assert.throws(
        () => read({ ...CASE, thermal_generators: { coal: { ...UNIT, [field]: value } } }),
        isAt(unit(field)),
      );
    of('time_up_minimum', 1.5);
    of('power_output_minimum', 200);
    of('piecewise_production', [{ mw: 20, cost: 1 }]);
    of('piecewise_production', [
      { mw: 20, cost: 1 },
      { mw: 10, cost: 1 },
    ]);
    of('ramp_up_limit', undefined);
    assert.throws(
      () =>
        withUnit({
          startup: [
            { lag: 4, cost: 1 },
            { lag: 4, cost: 2 },
          ],
        }),
      isAt(unit('startup', 1, 'lag')),
    );
  });

  it('has the optimum of the published model', async () => {
    for (const seed of [1, 2]) await assertSameOptimum(seed);
  });

  for (const { name, read: file } of publicInstances('pglib-uc')) {
    it(`that is published as ${name} is a valid payload, changed in nothing but second starts`, async () => {
      const { payload, report } = read(file());
      await payloadSchema.validate(payload, { strict: true });
      assert.deepEqual(payloadProblems(payload, LIMITS), []);
      assert.ok(codes(report.changed).every((code) => code === 'second_start'));
      assert.deepEqual(report.dropped, []);
    });
  }
});

const isAt = (path: string) => (error: unknown) => {
  assert.ok(error instanceof ImportError);
  assert.equal(error.path.join('.'), path);
  return true;
};
