import assert from 'node:assert/strict';
import { lineValues } from '../../../../../api/web/model-builder/congested-lines.ts';

describe('the lines of a run', () => {
  it('have the colour of their hours, and those with the largest rents say them', () => {
    const rows = Array.from({ length: 20 }, (_, at) => ({
      line: `L${at}`,
      binding_hours: at,
      congestion_rent_usd: 100 - at,
      overflow_mwh: 0,
    }));
    const values = lineValues(rows, (usd) => `${usd} $`);
    assert.deepEqual(values.get('L0'), { value: 0, text: '100 $' });
    assert.equal(values.get('L19')?.value, 19);
    assert.equal([...values.values()].filter(({ text }) => text !== '').length, 12);
  });
});
