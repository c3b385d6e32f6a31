/** The gate between a model and the user passes only figures and names with a source. */
import assert from 'node:assert/strict';
import { toEvidence, toFinding } from '../../../../../api/analyst/grounding/evidence.ts';
import { ground } from '../../../../../api/analyst/grounding/ground.ts';
import { readTsv } from '../../../../support/read-tsv.ts';

const PRICES = {
  prices: [
    { bus: 'bus_1', hour: 17, price_usd_per_mwh: 20, congestion_usd_per_mwh: 0 },
    { bus: 'bus_1', hour: 18, price_usd_per_mwh: 20.5, congestion_usd_per_mwh: 0 },
    { bus: 'bus_3', hour: 17, price_usd_per_mwh: 31.25, congestion_usd_per_mwh: 10.25 },
    { bus: 'bus_3', hour: 18, price_usd_per_mwh: 60.125, congestion_usd_per_mwh: 39.625 },
  ],
};
const COST = {
  total_cost_usd: 428_179.76,
  job_id: '0b1c9e5a-47a2-4b0c-9d43-0a9d5b1f2c11',
  units: [
    { generator: 'G1', energy_usd: 300_000, hours_on: 24, starts: 0 },
    { generator: 'G12', energy_usd: 128_179.76, hours_on: 9, starts: 2 },
  ],
  limits: [{ line_id: '16-17', hour: 18, limit_mw: 500 }],
  infeasibility: [{ message: 'Demand of 560 MW at hour 4 exceeds the 480 MW that all units can produce' }],
};
const QUESTION = 'What is the price at bus 3 at hour 18, if load were 5 % higher?';
const evidence = toEvidence([toFinding('get_lmp', PRICES), toFinding('get_cost_breakdown', COST)], {
  question: QUESTION,
  history: [],
});
const untraced = (answer: string) => ground(answer, evidence).untraced.map(({ text }) => text);

describe('grounding of an answer', () => {
  for (const { answer, held_back } of readTsv('analyst/answers.tsv', ['answer', 'held_back'])) {
    it(`${held_back ? 'holds back' : 'passes'}: ${answer}`, () =>
      assert.equal(untraced(answer).join(' | '), held_back));
  }

  it('cites the tool, the place and the value of a figure', () => {
    const { citations } = ground('At hour 18 the price at bus_3 is 60.13 $/MWh.', evidence);
    assert.deepEqual(citations.at(-1), {
      text: '60.13',
      tool: 'get_lmp',
      path: 'prices[3].price_usd_per_mwh',
      value: 60.125,
      labels: new Map<string, string | number>([
        ['bus', 'bus_3'],
        ['hour', 18],
      ]),
    });
  });

  it('gives a computed figure the common labels of its operands', () => {
    const labelsOf = (answer: string) =>
      Object.fromEntries(ground(answer, evidence).citations.at(-1)?.labels ?? []);
    assert.deepEqual(labelsOf('The mean price at bus_1 over hours 17 to 18 is 20.25 $/MWh.'), {
      bus: 'bus_1',
    });
    assert.deepEqual(labelsOf('The total cost is $428,179.76.'), { job_id: COST.job_id });
    assert.deepEqual(labelsOf('The price at bus_3 is highest at hour 18.'), { hour: 18 });
  });

  it('knows the hour of an extreme that is reported with it', () => {
    const sums = [{ bus: 'bus_2', max_price_usd_per_mwh: 20.7, max_hour: 7, mean_price_usd_per_mwh: 19.1 }];
    const sumsEvidence = toEvidence([toFinding('get_lmp', { sums })], { question: '', history: [] });
    const hours = ground(
      'At hour 7 bus_2 is at 20.70 $/MWh. Its mean is 19.1 $/MWh.',
      sumsEvidence,
    ).citations.map(({ labels }) => labels.get('hour'));
    assert.deepEqual(hours, [7, 7, undefined]);
  });

  it('lets a follow-up use figures of the conversation', () => {
    const later = toEvidence([], { question: 'Is that much?', history: ['The price is 60.13 $/MWh.'] });
    assert.deepEqual(ground('Yes, 60.13 $/MWh is high.', later).untraced, []);
    assert.equal(ground('Yes, 60.15 $/MWh is high.', later).untraced.length, 1);
  });
});
