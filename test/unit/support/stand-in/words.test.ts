/** How the stand-in reads questions, and the errors that it makes on purpose. */
import assert from 'node:assert/strict';
import { LIES, lie, lieOf, numberInWords } from '../../../support/models/stand-in/lie.ts';
import { readChange, readQuestion } from '../../../support/models/stand-in/read-question.ts';
import { recordSentences, tell } from '../../../support/models/stand-in/tell.ts';

const TRUTH = 'The price at bus 3 in hour 18 is 41.25 $/MWh and G2 gives 1,200 MW.';

describe('readQuestion', () => {
  it('finds hour, bus and unit', () => {
    const cases: readonly (readonly [string, object])[] = [
      ['What is the price at bus 3 in hour 18?', { hour: 18, bus: '3', generator: undefined }],
      ['Why is G2 off at 6 pm?', { hour: 18, bus: undefined, generator: 'G2' }],
      ['Why is unit coal-a off in hour 0?', { hour: 0, bus: undefined, generator: 'coal-a' }],
      ['LMP of bus b101 at 7:00.', { hour: 7, bus: 'b101', generator: undefined }],
      ['Why do prices split?', { hour: undefined, bus: undefined, generator: undefined }],
    ];
    for (const [question, expected] of cases) {
      const { ids, ...things } = readQuestion(question);
      assert.deepEqual(things, expected, question);
      assert.deepEqual(ids, []);
    }
  });

  it('finds the ids of jobs', () => {
    const id = '3f2b8c1e-0000-4000-8000-123456789abc';
    assert.deepEqual(readQuestion(`Cost of job ${id}?`).ids, [id]);
  });
});

describe('readChange', () => {
  it('finds the change and its size', () => {
    const cases: readonly (readonly [string, object])[] = [
      ['What if load were 10 % higher?', { kind: 'load', factor: 1.1 }],
      ['What if gas were 20 % cheaper?', { kind: 'fuel_price', factor: 0.8 }],
      ['What if line limits fell by 5 percent, lower than now?', { kind: 'line_limit', factor: 0.95 }],
      ['What if there were less wind, 50 %?', { kind: 'renewable', factor: 0.5 }],
      ['What if the reserve rose?', { kind: 'reserve', factor: 1.1 }],
      ['What if unit G2 fails?', { kind: 'unit_outage', element: 'G2' }],
    ];
    for (const [question, change] of cases) assert.deepEqual(readChange(question), change, question);
  });
});

describe('lie', () => {
  const figures = (text: string): string[] => text.match(/\d[\d,.]*\d|\d/g) ?? [];

  it('tells the same lie to the same question', () => {
    assert.equal(lie(TRUTH, 'Prices?'), lie(TRUTH, 'Prices?'));
  });

  it('has every kind of lie for some question', () => {
    const kinds = new Set(Array.from({ length: 40 }, (_, n) => lieOf(`question ${n}`)));
    assert.deepEqual([...kinds].sort(), [...LIES].sort());
  });

  it('is never true', () => {
    for (const kind of LIES)
      for (let n = 0; n < 50; n++) assert.notEqual(lie(TRUTH, `question ${n}`, kind), TRUTH, kind);
    assert.match(lie('No line is at its limit.', 'Lines?', 'change'), /Line X\d+ carried/);
  });

  it('changes every figure and no name or place', () => {
    for (let n = 0; n < 50; n++) {
      const answer = lie(TRUTH, `question ${n}`, 'change');
      assert.match(answer, /bus 3 in hour 18 .* G2 /);
      assert.equal(figures(answer).includes('41.25') || answer.includes('1,200'), false);
    }
  });

  it('gives the right figure of the wrong place', () => {
    assert.equal(
      lie(TRUTH, 'Prices?', 'swap'),
      'The price at bus 2 in hour 17 is 41.25 $/MWh and G2 gives 1,200 MW.',
    );
  });

  it('spells wrong figures out', () => {
    assert.match(
      lie(TRUTH, 'Prices?', 'words'),
      /hour 18 is [a-z -]+ point [a-z ]+ \$\/MWh and G2 gives [a-z -]+ MW/,
    );
  });
});

describe('numberInWords', () => {
  it('spells numbers out', () => {
    const cases: readonly (readonly [number, string])[] = [
      [0, 'zero'],
      [19, 'nineteen'],
      [40, 'forty'],
      [342.5, 'three hundred forty-two point five'],
      [-7.05, 'minus seven point zero five'],
      [1_200_001, 'one million two hundred thousand one'],
    ];
    for (const [value, words] of cases) assert.equal(numberInWords(value), words);
  });
});

describe('tell', () => {
  const records = [4, 18].map((hour) => ({ line_id: 'L1', hour, flow_mw: hour * 10 }));
  const conversation = (question: string) => ({
    system: '',
    question,
    results: [{ tool: 'any', text: JSON.stringify({ statement: 'Lines.', data: { records } }) }],
    tools: new Map(),
    isSentBack: false,
  });

  it('prefers the records of the hour that was asked about', () => {
    assert.equal(tell(conversation('Flows in hour 18?'), true), 'For line L1, hour 18: flow 180 MW.');
    assert.match(tell(conversation('Flows in hour 5?'), true), /hour 4: .* hour 18: /);
    assert.equal(tell(conversation('Flows in hour 18?'), false), 'Lines.');
  });
});

describe('recordSentences', () => {
  it('describes each record with its labels and units', () => {
    const data = {
      job_id: 'j1',
      count: 2,
      rows: [
        { line_id: 'L1', hour: 4, flow_mw: 99.5, shadow_price_usd_per_mwh: 3 },
        { generator: 'G1', cost_usd: 1200, starts: 1 },
      ],
    };
    assert.deepEqual(recordSentences(data), [
      'For line L1, hour 4: flow 99.5 MW, shadow price 3 $/MWh.',
      'For generator G1: cost 1200 $, starts 1.',
    ]);
    assert.deepEqual(recordSentences([{ bus: 'bus_3', price_usd_per_mwh: 7 }]), [
      'For bus_3: price 7 $/MWh.',
    ]);
  });
});
