import assert from 'node:assert/strict';
import type { SchemaFieldDescription } from 'yup';
import { seriesOf, unitOf, withSeries } from '../../../../../temporal/case/arithmetic/fields.ts';
import { payloadSchema } from '../../../../../temporal/case/schema.ts';

const ROWS = [
  { list: 'loads', element: { bus: 1, values: [1, 2] }, series: ['values'] },
  { list: 'generators', element: { name: 'G', p_min: 1, p_max: [3, 4] }, series: ['p_max'] },
  { list: 'renewables', element: { name: 'W', p_min: [0, 0], p_max: [5, 6] }, series: ['p_min', 'p_max'] },
  { list: 'reserves', element: { name: 'R', mw: [7, 8] }, series: ['mw'] },
  { list: 'reserves', element: { name: 'R', mw: 7 }, series: [] },
  {
    list: 'transmission_lines',
    element: { id: 'L', emergency_rating_mw: 9, rating_mw: [null, 3] },
    series: ['rating_mw'],
  },
] as const;

describe('fields of a case', () => {
  for (const { list, element, series } of ROWS)
    it(`finds the series ${series.join(' and ') || '(none)'} of ${list}, and cuts no other field`, () => {
      const fields = [...seriesOf('payload', { [list]: [element] })].map(({ field }) => field);
      assert.deepEqual(fields, series);
      const cut = withSeries(list, element, (values) => values.slice(1));
      const expected = series.map((field) => [field, Reflect.get(element, field).slice(1)]);
      assert.deepEqual(cut, { ...element, ...Object.fromEntries(expected) });
    });
  it('finds the series of the blocks of a bid with their places, and cuts them', () => {
    const bid = { name: 'D', blocks: [{ mw: [1, 2], usd_per_mwh: 3 }] };
    const places = [...seriesOf('payload', { bids: [bid] })].map(({ within, field }) => [...within, field]);
    assert.deepEqual(places, [['blocks', 0, 'mw']]);
    const cut = withSeries('bids', bid, (values) => values.slice(1));
    assert.deepEqual(cut, { name: 'D', blocks: [{ mw: [2], usd_per_mwh: 3 }] });
  });
  it('knows the actual series of a network, and those that they replace', () => {
    const network = { loads: [{ bus: 1, values: [1], actual_values: [2] }] };
    const fields = [...seriesOf('network', network)].map(({ field, actualOf }) => [field, actualOf]);
    assert.deepEqual(fields, [
      ['values', undefined],
      ['actual_values', 'values'],
    ]);
  });
  it('has one unit for a name, wherever it stands', () => {
    const units = unitsIn(payloadSchema.describe());
    assert.ok(units.length > 40);
    for (const [name, unit] of units) assert.equal(unitOf(name), unit, name);
  });
});

function unitsIn(field: SchemaFieldDescription): [string, unknown][] {
  if ('innerType' in field && field.innerType && !Array.isArray(field.innerType))
    return unitsIn(field.innerType);
  const fields: [string, SchemaFieldDescription][] = 'fields' in field ? Object.entries(field.fields) : [];
  return fields.flatMap(([name, unit]) => [
    ...('meta' in unit && unit.meta?.unit ? [[name, unit.meta.unit] as [string, unknown]] : []),
    ...unitsIn(unit),
  ]);
}
