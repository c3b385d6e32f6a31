/** The gate between a model and the user: what is grounded passes, and nothing else does. */
import assert from 'node:assert/strict';
import { toEvidence, toFinding } from '../../../../../api/analyst/grounding/evidence.ts';
import { ground } from '../../../../../api/analyst/grounding/ground.ts';

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

const GROUNDED = [
  'At hour 18 the price at bus_3 is 60.13 $/MWh.',
  'At 18:00 bus 3 costs $60.1/MWh, of which 39.6 is congestion.',
  'Um Stunde 18 liegt der Preis an Knoten 3 bei 60,13 $/MWh.',
  'A la hora 18 el precio en bus_3 es de 60,13 USD/MWh.',
  'The total cost is $428,179.76, or about $428k.',
  'The total cost is 0.428 million dollars.',
  'Roughly 428,000 $ in all.',
  'Unit G12 is on for 9 hours and starts twice: 2 starts.',
  'G1 takes 70.1 % of the total of 428,179.76 $, with 300,000 $.',
  'Between bus_1 and bus_3 the spread at hour 18 is 39.63 $/MWh.',
  'The mean price at bus_1 over hours 17 to 18 is 20.25 $/MWh.',
  'Demand is 560 MW at hour 4, 80 MW more than the 480 MW available.',
  'There are two reasons for this.',
  'The N-1 criterion holds and CO2 is not priced.',
  'You asked about 5 % more load.',
  '1. The price rises.\n2. The line binds.',
  'The job is 0b1c9e5a-47a2-4b0c-9d43-0a9d5b1f2c11.',
  'G12 is on for nine hours.',
  'Line 16-17 binds at hour 18 at 500 MW, and so does 16-17.',
];
const UNGROUNDED: readonly (readonly [answer: string, ...figures: string[]])[] = [
  ['At hour 18 the price at bus_3 is 61 $/MWh.', '61'],
  ['At hour 18 the price at bus_3 is 31.25 $/MWh.', '31.25'],
  ['The price there is 31.25 $/MWh.', '31.25'],
  ['At hour 18 the price at bus_1 is 60.13 $/MWh.', '60.13'],
  ['At hour 17 the price at bus_3 is 60.13 $/MWh.', '60.13'],
  ['The price at bus_3 is 18 $/MWh.', '18'],
  ['Unit G7 is on.', 'G7'],
  ['Line 9 binds.', '9'],
  ['Line 16-18 binds.', '16', '18'],
  ['It happens at hour 23.', '23'],
  ['The total cost is $438,179.76.', '438,179.76'],
  ['The total cost is 428,179.76 MW.', '428,179.76'],
  ['G12 is on for seventeen hours.', 'seventeen'],
  ['G1 takes 71 % of the total of 428,179.76 $, with 300,000 $.', '71'],
  ['The price at bus_3 at hour 18 is \u0666\u0661 $/MWh.', '61'],
  ['The price at bus_3 at hour 18 is \uff16\uff11 $/MWh.', '61'],
  ['The price at bus_3 at hour 18 is \u{1D7D4}\u{1D7CF} $/MWh.', '61'],
  ['The price fell by -60.13 $/MWh at bus_3 at hour 18.', '-60.13'],
  ['Der Preis betr\u00e4gt siebenundvierzig $/MWh.', 'siebenundvierzig'],
  ['It costs forty-seven dollars.', 'forty-seven'],
  ['It is 3.5x more.', '3.5'],
  ['See job 0b1c9e5a-47a2-4b0c-9d43-0a9d5b1f2c12.', '0b1c9e5a-47a2-4b0c-9d43-0a9d5b1f2c12'],
];

describe('grounding of an answer', () => {
  for (const answer of GROUNDED) {
    it(`passes: ${answer}`, () => assert.deepEqual(untraced(answer), []));
  }
  for (const [answer, ...figures] of UNGROUNDED) {
    it(`holds back: ${answer}`, () => assert.deepEqual(untraced(answer), figures));
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

  it('knows of a computed figure what its operands have in common', () => {
    const labelsOf = (answer: string) =>
      Object.fromEntries(ground(answer, evidence).citations.at(-1)?.labels ?? []);
    assert.deepEqual(labelsOf('The mean price at bus_1 over hours 17 to 18 is 20.25 $/MWh.'), {
      bus: 'bus_1',
    });
    assert.deepEqual(labelsOf('The total cost is $428,179.76.'), { job_id: COST.job_id });
    assert.deepEqual(labelsOf('The price at bus_3 is highest at hour 18.'), { hour: 18 });
  });

  it('knows the hour of an extreme that is told with it', () => {
    const sums = [{ bus: 'bus_2', max_price_usd_per_mwh: 20.7, max_hour: 7, mean_price_usd_per_mwh: 19.1 }];
    const told = toEvidence([toFinding('get_lmp', { sums })], { question: '', history: [] });
    const hours = ground('At hour 7 bus_2 is at 20.70 $/MWh. Its mean is 19.1 $/MWh.', told).citations.map(
      ({ labels }) => labels.get('hour'),
    );
    assert.deepEqual(hours, [7, 7, undefined]);
  });

  it('lets a follow-up use figures of the conversation', () => {
    const later = toEvidence([], { question: 'Is that much?', history: ['The price is 60.13 $/MWh.'] });
    assert.deepEqual(ground('Yes, 60.13 $/MWh is high.', later).untraced, []);
    assert.equal(ground('Yes, 60.15 $/MWh is high.', later).untraced.length, 1);
  });
});
