import assert from 'node:assert/strict';
import type { ChangeMode } from '../../../../../temporal/case/messages/matrix.ts';
import { applyChanges } from '../../../../../temporal/case/scenario/apply-changes.ts';
import { resolveChange } from '../../../../../temporal/case/scenario/resolve-change.ts';
import type { Generator, SolvePayload } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { threeBus } from '../../../../support/cases/three-bus.ts';

const BASE = threeBus({ losses: true });

const apply = (name: string, mode: ChangeMode, value: number, base: SolvePayload = BASE): SolvePayload =>
  applyChanges(base, [resolveChange({ name, mode, type: 'discrete', values: [value] }, base)], {
    [name]: value,
  });
const withUnit = (changes: Partial<Generator> = {}): SolvePayload => ({
  ...BASE,
  generators: [aUnit('A', changes)],
});
const unitAfter = (...[path, mode, value, changes]: [string, ChangeMode, number, object?]) =>
  apply(path, mode, value, withUnit(changes)).generators[0];

describe('applyChanges', () => {
  it('multiplies, adds and replaces, hour by hour', () => {
    const base = { ...BASE, horizon: 2, loads: [{ bus: 2, values: [50, 70] }] };
    const demand = (mode: ChangeMode, value: number) => apply('load', mode, value, base).loads[0]?.values;
    assert.deepEqual(demand('multiply', 1.1), [55, 77]);
    assert.deepEqual(demand('add', -10), [40, 60]);
    assert.deepEqual(demand('absolute', 3), [3, 3]);
  });

  it('leaves no trace of binary fractions, and no minus zero', () => {
    assert.equal(unitAfter('generators.A.p_max', 'add', 0.2, { p_max: 0.1 })?.p_max, 0.3);
    assert.ok(Object.is(unitAfter('generators.A.p_max', 'multiply', -0)?.p_max, 0));
  });

  it('keeps all digits of a number that is multiplied by one', () => {
    const base = withUnit({ p_max: 1 / 3 });
    assert.equal(apply('generators.A.p_max', 'multiply', 1, base), base);
  });

  it('shares unchanged parts with the base', () => {
    const after = apply('loads.3.values', 'multiply', 2);
    assert.equal(after.generators, BASE.generators);
    assert.equal(after.loads[0], BASE.loads[0]);
    assert.deepEqual(after.loads[1]?.values, [300]);
  });

  it('keeps unlimited unlimited, until it is replaced', () => {
    const ramp = (mode: ChangeMode) => unitAfter('generators.A.ramp_up', mode, 5)?.ramp_up;
    assert.deepEqual([ramp('multiply'), ramp('add'), ramp('absolute')], [null, null, 5]);
  });

  it('keeps a rating of 0, which is unlimited, when something is added', () => {
    const base = threeBus({}, { rating_mw: 0, emergency_rating_mw: 80 });
    const line = apply('line', 'add', 10, base).transmission_lines?.[1];
    assert.deepEqual([line?.rating_mw, line?.emergency_rating_mw], [0, 90]);
  });

  describe('of ratings by the hour', () => {
    const [, line] = threeBus({}, { rating_mw: [50, 0, null] }).transmission_lines ?? [];
    const base = {
      ...BASE,
      horizon: 3,
      transmission_lines: [...(BASE.transmission_lines ?? []), { ...line, id: 'P' }],
    } as SolvePayload;
    const rated = (...[path, mode, value]: [string, ChangeMode, number]) =>
      apply(path, mode, value, base).transmission_lines ?? [];

    for (const path of [
      'line_limit',
      'transmission_lines.*.rating_mw',
      'transmission_lines.P.rating_mw',
      'transmission_lines.P.rating_mw_profile',
    ])
      it(`${path} changes every hour, and leaves unlimited hours unlimited`, () => {
        const changed = (mode: ChangeMode, value: number) => rated(path, mode, value).at(-1)?.rating_mw;
        assert.deepEqual(changed('multiply', 2), [100, 0, null]);
        assert.deepEqual(changed('add', 5), [55, 0, null]);
        assert.deepEqual(changed('absolute', 7), [7, 7, 7]);
      });
  });

  it('changes the number of a machine with the list that stands beside it', () => {
    const after = unitAfter('generators.A.p_max', 'multiply', 0.5, {
      p_max: [80, 60],
      rated: { p_max: 100 },
    });
    assert.deepEqual([after?.p_max, after?.rated], [[40, 30], { p_max: 50 }]);
  });

  it('reads a change that was stored when a profile was a field of its own', () => {
    const target = { collection: 'generators', positions: [0] } as const;
    const targets = [
      { ...target, fields: ['p_max'] },
      { ...target, fields: ['p_max_profile'] },
    ];
    const [unit] = BASE.generators;
    const base = { ...BASE, generators: [{ ...unit, p_max: [80] }] } as SolvePayload;
    const after = applyChanges(base, [{ name: 'wind', mode: 'multiply', targets }], { wind: 2 });
    assert.deepEqual(after.generators[0]?.p_max, [160]);
  });

  it('keeps an absent field absent, until it is replaced', () => {
    assert.ok(!Object.hasOwn(unitAfter('generators.A.startup_ramp', 'multiply', 5) ?? {}, 'startup_ramp'));
    assert.equal(unitAfter('generators.A.startup_ramp', 'absolute', 5)?.startup_ramp, 5);
  });

  it('keeps hours whole', () => {
    const uptime = (mode: ChangeMode, value: number) =>
      unitAfter('generators.A.min_uptime', mode, value, { min_uptime: 3 })?.min_uptime;
    assert.deepEqual([uptime('multiply', 1.5), uptime('add', 0.4), uptime('absolute', 2.6)], [5, 3, 3]);
  });

  it('changes a cost curve by its marginal cost', () => {
    const cost_curve = [
      { mw: 10, usd_per_h: 100 },
      { mw: 30, usd_per_h: 500 },
    ];
    const costs = (mode: ChangeMode, value: number) =>
      unitAfter('cost', mode, value, { cost_curve })?.cost_curve?.map(({ usd_per_h }) => usd_per_h);
    assert.deepEqual(costs('multiply', 2), [200, 1000]);
    assert.deepEqual(costs('add', 5), [150, 650]);
    assert.deepEqual(costs('absolute', 30), [100, 700]);
    assert.equal(unitAfter('cost', 'absolute', 30, { cost_curve })?.marginal_cost, 30);
  });

  it('changes a requirement of one number and one per hour', () => {
    const doubled = (mw: number | number[]) =>
      apply('reserves.spin.mw', 'multiply', 2, { ...BASE, reserves: [{ name: 'spin', mw }] });
    assert.deepEqual(
      [10, [10, 20]].map((mw) => doubled(mw).reserves?.[0]?.mw),
      [20, [20, 40]],
    );
  });

  it('replaces the limit and the price of emissions, which no pattern takes for lines or costs', () => {
    const limit = resolveChange({ name: 'emission_limit_t', type: 'continuous', min: 0, max: 50 }, BASE);
    const price = resolveChange({ name: 'emission_price_usd_per_t', type: 'discrete', values: [25] }, BASE);
    const values = { emission_limit_t: 40, emission_price_usd_per_t: 25 };
    const after = applyChanges(BASE, [limit, price], values);
    assert.deepEqual(after, { ...BASE, ...values });
    assert.throws(
      () => resolveChange({ name: 'emission_limit_t', type: 'discrete', values: [-1] }, BASE),
      /not a number of at least 0/,
    );
    assert.equal(apply('generators.A.co2_t_per_mwh', 'absolute', 0.7).generators[0]?.co2_t_per_mwh, 0.7);
  });

  it('replaces settings and keeps the other options', () => {
    const solver = resolveChange({ name: 'solver', type: 'categorical', values: ['cbc'] }, BASE);
    const gap = resolveChange({ name: 'mip_gap', type: 'discrete', values: [0.05] }, BASE);
    const after = applyChanges(BASE, [solver, gap], { solver: 'cbc', mip_gap: 0.05 });
    assert.equal(after.solver, 'cbc');
    assert.deepEqual(after.options, { losses: true, mip_gap: 0.05 });
    assert.equal(applyChanges(after, [solver, gap], { solver: 'cbc', mip_gap: 0.05 }), after);
  });

  it('applies changes in their order, and none whose value is missing', () => {
    const [scale, set] = [
      resolveChange({ name: 'load', type: 'continuous', min: 1, max: 2 }, BASE),
      resolveChange({ name: 'loads.2.values', type: 'continuous', min: 1, max: 2 }, BASE),
    ];
    const first = (...[changes, values]: [(typeof scale)[], Record<string, number>]) =>
      applyChanges(BASE, changes, values).loads[0]?.values;
    const values = { load: 2, 'loads.2.values': 7 };
    assert.deepEqual(first([scale, set], values), [7]);
    assert.deepEqual(first([set, scale], values), [14]);
    assert.equal(applyChanges(BASE, [scale, set], {}), BASE);
  });

  it('does not find a value in a prototype', () => {
    const change = { ...resolveChange({ name: 'load', type: 'continuous' }, BASE), name: 'constructor' };
    assert.equal(applyChanges(BASE, [change], {}), BASE);
  });

  it('throws for a value that the target cannot take', () => {
    const load = resolveChange({ name: 'load', type: 'continuous' }, BASE);
    const solver = resolveChange({ name: 'solver', type: 'categorical', values: ['cbc'] }, BASE);
    assert.throws(() => applyChanges(BASE, [load], { load: 'high' }), /load takes numbers, not high/);
    assert.throws(() => applyChanges(BASE, [solver], { solver: 'glpk' }), /There is no solver glpk/);
  });
});
