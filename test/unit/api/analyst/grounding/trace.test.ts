/** Sources of a figure that is not itself in the result: totals, differences, ratios, durations. */
import assert from 'node:assert/strict';
import { toEvidence, toFinding } from '../../../../../api/analyst/grounding/evidence.ts';
import { ground } from '../../../../../api/analyst/grounding/ground.ts';
import { readTsv } from '../../../../support/read-tsv.ts';

const DATA = {
  units: [
    { generator: 'A', energy_mwh: 100, cost_usd: 2000 },
    { generator: 'B', energy_mwh: 50, cost_usd: 1500 },
    { generator: 'C', energy_mwh: 25, cost_usd: 1250 },
  ],
  flows: [
    { line_id: 'L1', hour: 17, flow_mw: 80, limit_mw: 100 },
    { line_id: 'L1', hour: 23, flow_mw: 100, limit_mw: 100 },
  ],
};
const evidence = toEvidence([toFinding('get_cost_breakdown', DATA)], {
  question: 'What do the units cost, and how full is the line?',
  history: [],
});

describe('the source of a figure', () => {
  for (const { sentence, path } of readTsv('analyst/traces.tsv', ['sentence', 'path'])) {
    it(`is ${path || 'nothing'}: ${sentence}`, () => {
      const { citations, untraced } = ground(sentence, evidence);
      if (path === '') assert.equal(untraced.length, 1, JSON.stringify(citations));
      else {
        assert.deepEqual(untraced, []);
        assert.ok(
          citations.some((citation) => citation.path === path),
          JSON.stringify(citations),
        );
      }
    });
  }

  it('is named with its tool', () => {
    const [citation] = ground('A costs 2000 $.', evidence).citations;
    assert.deepEqual(citation, {
      text: '2000',
      tool: 'get_cost_breakdown',
      path: 'units[0].cost_usd',
      value: 2000,
      labels: new Map([['generator', 'A']]),
    });
  });
});
