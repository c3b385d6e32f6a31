/** Variables that the form suggests for a case: the server knows each of them, and the form shows its present value. */
import assert from 'node:assert/strict';
import {
  chosen,
  elementsOf,
  fieldsOf,
  listsOf,
  nowText,
  pathIn,
  quantitiesOf,
} from '../../../../../api/web/experiments/names.ts';
import { resolveChange } from '../../../../../temporal/case/scenario/resolve-change.ts';
import { payload } from '../../../../support/cases/payloads.ts';

describe('the variables of a case', () => {
  const small = payload();
  const fuelled = {
    ...small,
    generators: small.generators.map((unit, i) => ({
      ...unit,
      p_max: 10 + i,
      fuel: i === 0 ? 'natural gas' : 'coal',
    })),
    renewables: [{ name: 'Wind 1', bus: 1, p_min: [0], p_max: [5] }],
    transmission_lines: [{ id: 'L.1', from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: 50 }],
  };

  it('are the fuels, lines and renewables of the case, and fields of its elements', () => {
    const names = quantitiesOf(fuelled).map(({ name }) => name);
    assert.deepEqual(names, [
      'load',
      'natural gas_price',
      'coal_price',
      'wind',
      'line_limit',
      'mip_gap',
      'emission_price_usd_per_t',
    ]);
    assert.deepEqual(listsOf(fuelled), ['generators', 'loads', 'transmission_lines', 'renewables']);
    assert.deepEqual(elementsOf(fuelled, 'transmission_lines'), ['L.1']);
  });

  it('are all known to the server', () => {
    for (const base of [small, fuelled]) {
      const paths = listsOf(base).flatMap((list) => fieldsOf(list).map(([field]) => `${list}.*.${field}`));
      for (const name of [...quantitiesOf(base).map((quantity) => quantity.name), ...paths])
        resolveChange({ name, type: 'discrete', values: [1] }, base);
    }
  });

  it('are described with their unit, present value and effect', () => {
    const text = (name: string, mode: '' | 'add' | 'multiply' = '') => nowText(fuelled, { name, mode });
    assert.equal(text('line_limit'), 'Now 50 MW; values multiply it.');
    assert.equal(text('transmission_lines.L.1.rating_mw'), 'Now 50 MW; values replace it.');
    assert.equal(text('transmission_lines.L.1.rating_mw', 'add'), 'Now 50 MW; values are added.');
    assert.equal(text('renewables.*.p_max', 'multiply'), 'Now 5 MW; values multiply it.');
    assert.equal(text('emission_price_usd_per_t'), 'Not set now; values replace it.');
    assert.match(text('generators.*.p_max'), /^Now [\d.,]+ to [\d.,]+ MW; values replace it\.$/);
  });

  it('are described by the profile that replaces the number', () => {
    const [line] = fuelled.transmission_lines;
    const rated = { ...fuelled, transmission_lines: [{ ...line, rating_mw: [40, null, 60] }] };
    for (const name of ['line_limit', 'transmission_lines.L.1.rating_mw'])
      assert.match(nowText(rated, { name, mode: '' }), /^Now 40 to 60 MW;/);
  });

  it('begin with a range around the present value; many values keep their proportions', () => {
    const range = (name: string) => Object.values(chosen(fuelled, name)).slice(1);
    assert.deepEqual(range('transmission_lines.L.1.rating_mw'), ['45', '55', '']);
    assert.deepEqual(range('generators.*.p_max'), ['0.9', '1.1', 'multiply']);
    assert.deepEqual(range('load'), ['0.9', '1.1', '']);
    assert.deepEqual(range('mip_gap'), ['0.0001', '0.01', '']);
  });

  it('have paths that end at their last dot', () => {
    const parts = { list: 'generators', element: 'G.1', field: 'p_max' };
    assert.deepEqual(pathIn('generators.G.1.p_max'), parts);
    for (const name of ['load', 'generators.p_max', 'generators.G1.colour', 'tides.G1.p_max'])
      assert.equal(pathIn(name), undefined, name);
  });
});
