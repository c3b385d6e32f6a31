/** The data of an explanation as figures and tables. */
import assert from 'node:assert/strict';
import { headingOf, tablesIn } from '../../../../../api/web/analyst/artifact-tables.ts';

const DATA = {
  total_cost_usd: 1234.5,
  solver: 'highs',
  nothing: null,
  units: [
    { generator: 'A', hours_on: 3, startup_usd: null },
    { generator: 'B', hours_on: null, startup_usd: 7 },
  ],
  reserve: { spinning: [{ hour: 0, margin_mw: 5 }] },
  names: ['a', 'b'],
  none: [],
};

describe('the data of an explanation', () => {
  it('has figures with their unit', () => {
    assert.deepEqual(headingOf('price_usd_per_mwh'), { name: 'Price', unit: '$/MWh' });
  });

  it('has a table for every list of records, however deep', () => {
    const tables = tablesIn(DATA);
    const told = tables.map(({ name, rows }) => `${name}, ${rows.length}`);
    assert.deepEqual(told, ['Units, 2', 'Reserve: Spinning, 1']);
    const columns = tables[0]?.columns.map(({ name, unit, isNumber }) => `${name}, ${unit}, ${isNumber}`);
    assert.deepEqual(columns, ['Generator, , false', 'Hours on, , true', 'Startup, $, true']);
  });
});
