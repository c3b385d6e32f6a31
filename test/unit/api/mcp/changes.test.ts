/** What `change_and_solve` makes of a case. */
import assert from 'node:assert/strict';
import { applyChanges } from '../../../../api/mcp/tools/changes.ts';
import { payload } from '../../../support/cases/payloads.ts';

const BASE = { ...payload() };

describe('changes of a case', () => {
  it('replace and multiply numbers, series, and some hours of a series', () => {
    const { payload: changed, changed: told } = applyChanges(BASE, [
      { path: 'generators.g2.marginal_cost', value: 10 },
      { path: 'loads.1.values', factor: 0.5, hours: [1] },
    ]);
    assert.deepEqual(changed['loads'], [{ bus: 1, values: [80, 60, 90] }]);
    assert.deepEqual(told, [
      { element: 'g2', field: 'marginal_cost', from: 40, to: 10 },
      { element: '1', field: 'values', hour: 1, from: 120, to: 60 },
    ]);
    assert.deepEqual(BASE, payload(), 'the base stays as it is');
  });
  it('change all elements of a list, and a capacity by the hour as its profile', () => {
    const all = applyChanges(BASE, [{ path: 'generators.*.startup_cost', factor: 2 }]);
    assert.equal(all.changed.length, 2);
    const { payload: capped } = applyChanges(BASE, [{ path: 'generators.g1.p_max', value: 50, hours: [2] }]);
    const [first] = capped['generators'] as { p_max: number; p_max_profile: number[] }[];
    assert.deepEqual([first?.p_max, first?.p_max_profile], [100, [100, 100, 50]]);
  });
  it('find names with dots in them', () => {
    const base = {
      ...payload(),
      generators: payload().generators.map((unit) => ({ ...unit, name: `a.${unit.name}` })),
    };
    assert.equal(
      applyChanges(base, [{ path: 'generators.a.g1.p_min', value: 1 }]).changed[0]?.element,
      'a.g1',
    );
  });

  const REFUSED: readonly (readonly [string, Parameters<typeof applyChanges>[1][number], RegExp])[] = [
    ['an unknown list', { path: 'units.g1.p_max', value: 1 }, /with a list of generators, loads/],
    ['a path without a field', { path: 'generators.g1', value: 1 }, /a path is list.element.field/],
    ['an unknown element', { path: 'generators.g7.p_max', value: 1 }, /no g7 in generators, but g1, g2/],
    ['an element of an empty list', { path: 'storage.*.energy_mwh', value: 1 }, /storage, which is empty/],
    [
      'an unknown field',
      { path: 'generators.g1.pmax', value: 1 },
      /no number of g1; numbers there: bus, p_max/,
    ],
    ['the prototype of an object', { path: 'generators.g1.__proto__', value: 1 }, /no number of g1/],
    ['a list that every object has', { path: 'constructor.a.b', value: 1 }, /with a list of/],
    ['an hour too late', { path: 'loads.1.values', value: 1, hours: [3] }, /the hours are 0 to 2/],
    ['hours of a number', { path: 'generators.g1.p_min', value: 1, hours: [0] }, /p_min is no series/],
    ['neither value nor factor', { path: 'generators.g1.p_min' }, /either value or factor/],
    ['both', { path: 'generators.g1.p_min', value: 1, factor: 2 }, /either value or factor/],
    ['no change', { path: 'generators.g1.p_min', factor: 1 }, /leave the case as it is/],
  ];
  for (const [what, change, words] of REFUSED)
    it(`refuse ${what}`, () => {
      assert.throws(() => applyChanges(BASE, [change]), words);
    });
});
