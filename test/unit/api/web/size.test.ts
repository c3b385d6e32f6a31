/** What a browser has to load of the pages. */
import assert from 'node:assert/strict';
import { kilobytes } from '../../../bench/web/bytes.ts';

const MOST_KB = 80;
const MOST_KB_OF_CHARTS = 420;

describe('the pages', () => {
  it('are small before their first chart', async () => {
    const { beforeCharts, charts } = await kilobytes();
    assert.ok(charts > 0 && charts <= MOST_KB_OF_CHARTS, `${charts} kB for charts and maps`);
    assert.ok(beforeCharts <= MOST_KB, `${beforeCharts} kB of JavaScript gzipped for one view`);
  });
});
