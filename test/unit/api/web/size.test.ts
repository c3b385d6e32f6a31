/** Size of the files that a browser loads for the pages. */
import assert from 'node:assert/strict';
import { kilobytes } from '../../../bench/web/bytes.ts';

/** Largest size of all views, kB; the pages of connection studies cost 1.4. */
const MOST_KB = 149.8;
const MOST_KB_OF_CHARTS = 420;
/**
 * Largest size of the verifier, kB; connection studies cost 1.9, reserve products 0.9. It includes the writer of
 * reports, since a printed page is generated again for comparison.
 */
const MOST_KB_OF_VERIFIER = 53;
/**
 * Largest size of the explanation rules, kB, which a page loads at the first question about a number. The origin of
 * stored energy costs 0.9.
 */
const MOST_KB_OF_EXPLANATIONS = 11.8;
const MOST_KB_OF_A_VIEW = 94.2;

describe('the pages', () => {
  it('are small, all views together and each before its first chart', async () => {
    const { beforeCharts, charts, verifier, explanations, others } = await kilobytes();
    assert.ok(charts > 0 && charts <= MOST_KB_OF_CHARTS, `${charts} kB for charts and maps`);
    assert.ok(verifier > 0 && verifier <= MOST_KB_OF_VERIFIER, `${verifier} kB for the verifier`);
    assert.ok(
      explanations > 0 && explanations <= MOST_KB_OF_EXPLANATIONS,
      `${explanations} kB for explanations`,
    );
    assert.ok(others <= MOST_KB, `${others} kB for all views`);
    assert.ok(beforeCharts <= MOST_KB_OF_A_VIEW, `${beforeCharts} kB for one view`);
  });
});
