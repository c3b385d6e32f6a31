/** What a figure may rest on beside a figure of the result: totals, differences, ratios, spans of hours. */
import assert from 'node:assert/strict';
import { toEvidence, toFinding } from '../../../../../api/analyst/grounding/evidence.ts';
import { ground } from '../../../../../api/analyst/grounding/ground.ts';

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

/** Sentence -> where its last figure comes from; null = from nowhere. */
const TRACED: readonly (readonly [sentence: string, path: string | null])[] = [
  ['All units cost 4750 $.', 'sum(units[].cost_usd)'],
  ['On average a unit costs 1583.33 $.', 'mean(units[].cost_usd)'],
  ['The dearest costs 2000 $.', 'units[0].cost_usd'],
  ['The costs of units differ by 750 $.', 'spread(units[].cost_usd)'],
  ['There are 3 units.', 'count(units[].energy_mwh)'],
  ['A costs 2000 $ and C 1250 $, so A costs 60 % more.', 'units[0].cost_usd relative to units[2].cost_usd'],
  ['A costs 2000 $ and B 1500 $, so B costs 75 % of A.', 'units[1].cost_usd / units[0].cost_usd'],
  ['A costs 2000 $ and B 1500 $, so A costs 33.3 % more.', 'units[0].cost_usd relative to units[1].cost_usd'],
  ['Line L1 carries 80 MW at hour 17.', 'flows[0].flow_mw'],
  ['Line L1 is at 80 MW of 100 MW at hour 17, which is 80 %.', 'flows[0].flow_mw / flows[0].limit_mw'],
  ['From hour 17 to hour 23 it is 7 hours.', 'hours'],
  ['A costs 2100 $.', null],
  ['B costs 2000 $.', null],
  ['All units cost 4751 $.', null],
  ['Line L1 carries 90 MW at hour 17.', null],
  ['Line L1 carries 80 MW at hour 23.', null],
  ['A costs 2000 MWh.', null],
  ['From hour 17 to hour 23 it is 9 hours.', null],
];

describe('what a figure rests on', () => {
  for (const [sentence, path] of TRACED) {
    it(`is ${path ?? 'nothing'}: ${sentence}`, () => {
      const { citations, untraced } = ground(sentence, evidence);
      if (path === null) assert.equal(untraced.length, 1, JSON.stringify(citations));
      else {
        assert.deepEqual(untraced, []);
        assert.ok(
          citations.some((citation) => citation.path === path),
          JSON.stringify(citations),
        );
      }
    });
  }

  it('is said with the tool that found it', () => {
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
