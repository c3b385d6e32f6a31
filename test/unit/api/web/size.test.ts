/** What a browser has to load of the pages. */
import assert from 'node:assert/strict';
import { kilobytes } from '../../../bench/web/bytes.ts';

const MOST_KB = 140;
const MOST_KB_OF_CHARTS = 420;

describe('the pages', () => {
  it('are small before the first chart, all views together', async () => {
    const { beforeCharts, charts } = await kilobytes();
    assert.ok(charts > 0 && charts <= MOST_KB_OF_CHARTS, `${charts} kB for charts and maps`);
    assert.ok(beforeCharts <= MOST_KB, `${beforeCharts} kB of JavaScript gzipped`);
  });
});
