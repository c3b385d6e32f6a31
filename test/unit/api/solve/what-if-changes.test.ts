/** The case of a what-if: the effect of its changes, and the messages of refusals. */
import assert from 'node:assert/strict';
import { Unprocessable } from '../../../../api/http/errors.ts';
import { changedPayload } from '../../../../api/solve/what-if-changes.ts';
import { narrowed } from '../../../../api/solve/what-if-ends.ts';
import { briefly, LargeDocument } from '../../../../mongo/read-documents.ts';
import type { WhatIfChange } from '../../../../temporal/case/messages/what-if.ts';
import { COLLECTIONS } from '../../../../temporal/case/scenario/collections.ts';
import type { SolvePayload } from '../../../../temporal/case/schema.ts';
import { generator, payload } from '../../../support/cases/payloads.ts';
import { threeBus } from '../../../support/cases/three-bus.ts';

const changed = (base: SolvePayload, ...changes: WhatIfChange[]) => changedPayload(base, changes, 168);
const first = async (base: SolvePayload, ...changes: WhatIfChange[]) =>
  (await changed(base, ...changes)).generators[0];
/** Matches a refusal by its detail. */
const saying = (words: RegExp) => (error: unknown) =>
  error instanceof Unprocessable && words.test(JSON.stringify(error.detail));
const profiled = payload({ generators: [generator({ p_max: [100, 90, 80], rated: { p_max: 100 } })] });

describe('the case of a what-if', () => {
  it('has a load times a factor in some hours, and the base is unchanged', async () => {
    const base = payload({ loads: [{ bus: 1, values: [80, 100, 90] }] });
    const after = await changed(base, { load: '1', factor: 1.1, hours: [1, 2] });
    assert.deepEqual(after.loads, [{ bus: 1, values: [80, 110, 99] }]);
    assert.deepEqual(base.loads[0]?.values, [80, 100, 90]);
  });
  it('has a Pmax, and the profile that replaces it', async () => {
    assert.equal((await first(payload(), { unit: 'g1', value: 120 }))?.p_max, 120);
    const unit = await first(profiled, { unit: 'g1', factor: 0.5 });
    assert.deepEqual([unit?.rated?.p_max, unit?.p_max], [50, [50, 45, 40]]);
  });
  it('has a profile where only some hours of one number change', async () => {
    const unit = await first(payload(), { unit: 'g1', value: 60, hours: [2] });
    assert.deepEqual([unit?.rated?.p_max, unit?.p_max], [100, [100, 100, 60]]);
    assert.deepEqual((await first(profiled, { unit: 'g1', value: 60, hours: [0] }))?.p_max, [60, 90, 80]);
  });
  it('has a unit that is out in some hours, and is otherwise unchanged', async () => {
    const unit = generator({
      p_min: 40,
      p_max: 100,
      cost_curve: [
        { mw: 40, usd_per_h: 1 },
        { mw: 100, usd_per_h: 9 },
      ],
    });
    const base = payload({ generators: [unit] });
    const some = await first(base, { unit: 'g1', value: 0, hours: [1] });
    assert.deepEqual(some, { ...unit, p_max: [100, 0, 100], rated: { p_max: 100 } });
    const all = await first(base, { unit: 'g1', value: 0, hours: [0, 1, 2] });
    assert.deepEqual([all?.p_max, all?.p_min, all?.rated?.p_min], [[0, 0, 0], [0, 0, 0], 0]);
    const lower = await first(base, { unit: 'g1', value: 70 });
    assert.deepEqual(lower?.cost_curve, [
      { mw: 40, usd_per_h: 1 },
      { mw: 70, usd_per_h: 5 },
    ]);
  });
  it('has the changes in their order', async () => {
    const after = await changed(
      payload(),
      { path: 'generators.g1.marginal_cost', value: 30 },
      { path: 'fuel_price', factor: 2 },
    );
    assert.equal(after.generators[0]?.marginal_cost, 60);
  });
  it('has costs and ramps in some hours', async () => {
    const [base] = payload().generators;
    const inHour = (field: string) =>
      first(payload(), { path: `generators.g1.${field}`, value: 7, hours: [1] });
    assert.deepEqual(await inHour('marginal_cost'), { ...base, marginal_cost: [20, 7, 20] });
    const free = payload({ generators: [generator({ ramp_up: null })] });
    const ramped = await first(free, { path: 'generators.g1.ramp_up', value: 7, hours: [1] });
    assert.deepEqual(ramped?.ramp_up, [null, 7, null]);
    const lists = payload({ generators: [generator({ startup_cost: [1, 2, 3], no_load_cost: 4 })] });
    const costs = await first(
      lists,
      { path: 'generators.g1.startup_cost', factor: 10, hours: [2] },
      { path: 'generators.*.no_load_cost', value: 0, hours: [0] },
    );
    assert.deepEqual(
      [costs?.startup_cost, costs?.no_load_cost],
      [
        [1, 2, 30],
        [0, 4, 4],
      ],
    );
  });
  it('has costs of renewables and penalties of soft lines in some hours', async () => {
    const renewables = [{ name: 'W', bus: 1, p_min: [0, 0, 0], p_max: [5, 6, 7] }];
    const cost = { path: 'renewables.W.marginal_cost', value: 3, hours: [1] };
    const after = await changed(payload({ renewables }), cost);
    assert.deepEqual(after.renewables, [{ ...renewables[0], marginal_cost: [0, 3, 0] }]);
    const penalty = { path: 'transmission_lines.L13.penalty_usd_per_mwh', value: 9, hours: [0] };
    const soft = await changed(threeBus({}, { penalty_usd_per_mwh: 100 }), penalty);
    assert.deepEqual(soft.transmission_lines?.[1]?.penalty_usd_per_mwh, [9]);
    await assert.rejects(changed(threeBus(), penalty), saying(/soft in all hours or in none/));
  });
  it('is refused where a curve replaces the cost of the hours', async () => {
    const cost_curve = [
      { mw: 0, usd_per_h: 1 },
      { mw: 100, usd_per_h: 9 },
    ];
    const base = payload({ generators: [generator({ cost_curve })] });
    const change = { path: 'generators.g1.marginal_cost', value: 3, hours: [1] };
    await assert.rejects(
      changed(base, change),
      saying(/Should be one number, because the unit has cost_curve/),
    );
  });
  it('has a rating', async () => {
    const base = threeBus();
    const line = base.transmission_lines?.find(({ rating_mw }) => rating_mw);
    const changedCase = await changed(base, { line: line?.id, factor: 0.5 });
    const after = changedCase.transmission_lines?.find(({ id }) => id === line?.id);
    assert.equal(after?.rating_mw, Number(line?.rating_mw) / 2);
  });

  it('has a rating in some hours', async () => {
    const base = threeBus({}, { rating_mw: 60, emergency_rating_mw: null });
    const [, line] = base.transmission_lines ?? [];
    const changedCase = await changed(base, { line: line?.id, value: 30, hours: [0] });
    const after = changedCase.transmission_lines?.find(({ id }) => id === line?.id);
    assert.deepEqual(after?.rating_mw, [30, ...new Array<number>(base.horizon - 1).fill(60)]);
  });

  for (const [what, change, loc, words] of [
    [
      'a unit that is not there',
      { unit: 'g9', factor: 2 },
      ['changes', 0, 'unit'],
      /no unit g9; generators there are: g1, g2/,
    ],
    [
      'a load that is not there',
      { load: '7', factor: 2 },
      ['changes', 0, 'load'],
      /no load 7; loads there are: 1/,
    ],
    [
      'hours of what has none',
      { path: 'generators.g1.min_uptime', value: 3, hours: [0] },
      ['changes', 0, 'hours'],
      /one number for all hours/,
    ],
    [
      'hours of a setting',
      { path: 'mip_gap', value: 0, hours: [0] },
      ['changes', 0, 'hours'],
      /one number for all hours/,
    ],
    [
      'an hour that is not there',
      { load: '1', factor: 2, hours: [0, 3] },
      ['changes', 0, 'hours'],
      /Hour 3 is outside.*0 to 2/,
    ],
    ['a number that overflows', { load: '1', factor: 1e308 }, ['changes', 0, 'load'], /finite/],
    [
      'a number that no grid has',
      { load: '1', factor: 1e12 },
      ['changes', 0, 'load'],
      /loads\[0\]: values\.0 should be between -1000000000000 and 1000000000000/,
    ],
    ['a Pmax below 0', { unit: 'g1', value: -5 }, ['changes', 0, 'unit'], /not valid/],
    ['what changes nothing', { load: '1', factor: 1 }, ['changes'], /do not change the case/],
    ['a change of nothing', { factor: 2 }, ['changes', 0], /one of path, unit, line, load/],
    [
      'two changes in one',
      { unit: 'g1', load: '1', factor: 2 },
      ['changes', 0],
      /one of path, unit, line, load/,
    ],
    ['neither factor nor value', { unit: 'g1' }, ['changes', 0], /one of factor, value/],
  ] as const) {
    it(`refuses ${what}`, async () => {
      await assert.rejects(changed(payload(), change as WhatIfChange), (error: unknown) => {
        assert.ok(error instanceof Unprocessable);
        const [problem] = typeof error.detail === 'string' ? [] : error.detail;
        assert.deepEqual(problem?.loc, ['body', ...loc]);
        assert.match(problem?.msg ?? '', words);
        return true;
      });
    });
  }
});

describe('many changes of many elements', () => {
  const loads = Array.from({ length: 1000 }, () => ({ bus: 1, values: [1, 1, 1] }));
  const base = payload({ loads });
  const change = { load: '*', factor: 1.0001 };

  it('are indexed once by element, and the first failing change is named', async () => {
    const { schema } = COLLECTIONS.loads;
    const { validate } = schema;
    let looks = 0;
    schema.validate = (...asked) => {
      looks += 1;
      return validate.apply(schema, asked);
    };
    try {
      const { loads: after } = await changed(base, ...new Array(20).fill(change));
      assert.deepEqual([after.length, looks], [1000, 1000]);
    } finally {
      schema.validate = validate;
    }
    const wrong = changed(base, change, { load: '1', factor: 1e12 }, change);
    await assert.rejects(wrong, (error: unknown) => {
      assert.ok(error instanceof Unprocessable);
      assert.deepEqual(error.detail[0]?.loc, ['body', 'changes', 1, 'load']);
      return true;
    });
  });
  it('begin anew in a thread, where few stay on the event loop', async () => {
    const few = payload({ loads: loads.slice(0, 10) });
    await briefly(() => changed(few, change));
    await assert.rejects(
      briefly(() => changed(base, change, change, change)),
      LargeDocument,
    );
  });
});

describe('the interval of a what-if', () => {
  const ends = (lower_usd: number | null, upper_usd: number | null) => ({ lower_usd, upper_usd });
  for (const [what, before, update, next] of [
    ['takes a higher bound and a cheaper schedule', ends(10, 20), ends(12, 18), ends(12, 18)],
    ['keeps what is better already', ends(10, 20), ends(5, 30), ends(10, 20)],
    ['keeps what it has while nothing is known', ends(10, 20), ends(null, null), ends(10, 20)],
    ['has an end as soon as one is known', ends(null, null), ends(3, 9), ends(3, 9)],
    ['never crosses: a bound above the schedule', ends(10, 20), ends(21, null), ends(20, 20)],
    ['never crosses: a schedule below the bound', ends(10, 20), ends(null, 9), ends(10, 10)],
  ] as const) {
    it(what, () => assert.deepEqual(narrowed(before, update), next));
  }
});
