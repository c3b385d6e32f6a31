/** The question of a what-if and its interval as text. */
import assert from 'node:assert/strict';
import {
  changeOf,
  changeWords,
  percentProblem,
  scaleOf,
  withBase,
} from '../../../../../api/web/results/what-if-words.ts';

const ends = (lower_usd: number | null, upper_usd: number | null) => ({ lower_usd, upper_usd });
const draft = { kind: 'load', name: '*', percent: 110, from: 0, to: 23 } as const;

describe('a what-if in words', () => {
  for (const [interval, words] of [
    [ends(12_300, 14_100), 'Between $12,300 and $14,100 more expensive'],
    [ends(-900, -200), 'Between $200 and $900 cheaper'],
    [ends(-50, 70), 'Between $50 cheaper and $70 more expensive'],
    [ends(480, 480), '$480 more expensive'],
    [ends(-480, -480), '$480 cheaper'],
    [ends(0, 0), 'No change in cost'],
    [ends(300, null), 'At least $300 more expensive: no schedule yet'],
    [ends(-300, null), 'At most $300 cheaper: no schedule yet'],
    [ends(null, 300), 'At most $300 more expensive: no bound yet'],
    [ends(null, -300), 'At least $300 cheaper: no bound yet'],
    [ends(null, null), 'Unknown so far'],
  ] as const) {
    it(words, () => assert.equal(changeWords(interval), words));
  }
});

describe('the question of a what-if', () => {
  it('is a factor, of all hours or of some', () => {
    assert.deepEqual(changeOf(draft, 24), { load: '*', factor: 1.1 });
    assert.deepEqual(changeOf({ ...draft, from: 17, to: 18 }, 24), {
      load: '*',
      factor: 1.1,
      hours: [17, 18],
    });
    assert.deepEqual(changeOf({ ...draft, kind: 'line', name: 'L1', from: 3 }, 24), {
      line: 'L1',
      factor: 1.1,
    });
  });
  it('is empty if nothing changes', () => {
    assert.equal(changeOf({ ...draft, percent: 100 }, 24), undefined);
    for (const percent of [Number.NaN, -5]) {
      assert.equal(changeOf({ ...draft, percent }, 24), undefined);
      assert.ok(percentProblem(percent));
    }
    assert.equal(percentProblem(0), undefined);
  });
  it('takes a unit out, in all hours or in some', () => {
    const out = { ...draft, kind: 'out', name: 'g1', percent: 0 } as const;
    assert.deepEqual(changeOf(out, 24), { unit: 'g1', factor: 0 });
    assert.deepEqual(changeOf({ ...out, from: 23 }, 24), { unit: 'g1', factor: 0, hours: [23] });
  });
});

describe('the range of a what-if', () => {
  it('holds the gap of the job as well', () => {
    assert.deepEqual(withBase(ends(100, 200), 30), ends(100, 230));
    assert.deepEqual(withBase(ends(100, null), 30), ends(100, null));
  });
});

describe('the scale of a what-if', () => {
  it('holds the cost of the job and the first interval', () => {
    const { job, from, to } = scaleOf(ends(100, 200), ends(100, 200));
    assert.ok(0 < job && job < from && from < to && to < 1);
  });
  it('keeps its place while the interval narrows', () => {
    const [wide, narrow] = [scaleOf(ends(-50, 50), ends(-50, 50)), scaleOf(ends(-50, 50), ends(-10, 10))];
    assert.equal(wide.job, narrow.job);
    assert.ok(narrow.from > wide.from && narrow.to < wide.to);
  });
});
