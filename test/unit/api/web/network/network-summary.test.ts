import assert from 'node:assert/strict';
import { datesOf, summaryOf } from '../../../../../api/web/network/network-summary.ts';

const NETWORK = {
  buses: [{}, {}],
  lines: [{}],
  dc_lines: [{}],
  generators: [{ p_max: 30 }, { p_max: 12 }],
  renewables: [{ p_max: [1, 2, 3] }],
  loads: [{ values: Array.from({ length: 25 }, () => 1) }],
};

describe('the summary of a network', () => {
  it('counts its elements; the longest series gives its length', () => {
    const dated = summaryOf({ ...NETWORK, series_start: '2020-06-30T23:00:00-07:00' });
    assert.deepEqual(dated, {
      counts: [
        ['Buses', 2],
        ['Lines', 1],
        ['DC lines', 1],
        ['Units', 2],
        ['Renewables', 1],
      ],
      hours: 25,
      from: '2020-06-30',
      to: '2020-07-01',
    });
    assert.equal(datesOf(dated), '30 Jun 2020 to 1 Jul 2020');
  });

  it('has no dates where the series have none', () => {
    assert.equal(datesOf(summaryOf(NETWORK)), 'without dates');
    assert.deepEqual(summaryOf({}), { counts: [], hours: 0 });
  });
});
