/** Comparison of measured figures with stored ones. */
import assert from 'node:assert/strict';
import { compare, geometricMean, ratioOf } from '../../bench/engine/compare.ts';
import type { Figure, Figures, Measured } from '../../bench/engine/figure.ts';

const CAP_S = 60;

/** Figure of a search that closes the gap to 0.1 % after `closedS`; undefined if it never does. */
const figure = (closedS?: number): Measured => ({
  rows: 1,
  columns: 1,
  integers: 1,
  relaxations: 1,
  searches: 1,
  marks: closedS === undefined ? {} : { 0.01: closedS / 4, 0.005: closedS / 2, 0.001: closedS },
  cpu_s: closedS ?? CAP_S,
  cost: 1,
  bound: 1,
  gap: closedS === undefined ? 0.02 : 0.001,
  peak_rss_mb: 100,
});
const pair = (engine: Figure, plain: Figure) => ({ engine, plain });

describe('the ratio of plain HiGHS to the engine', () => {
  it('is that of their times to the gap', () => {
    assert.deepEqual(ratioOf(pair(figure(2), figure(6)), 0.001), { value: 3, is: 'exact' });
  });
  it('is a lower limit where plain HiGHS never closed, an upper one where the engine did not', () => {
    assert.deepEqual(ratioOf(pair(figure(2), figure()), 0.001), { value: 30, is: 'at least' });
    assert.deepEqual(ratioOf(pair(figure(), figure(6)), 0.001), { value: 0.1, is: 'at most' });
  });
  it('is unknown where neither closed or one has no figure', () => {
    assert.equal(ratioOf(pair(figure(), figure()), 0.001), undefined);
    assert.equal(ratioOf(pair(figure(2), { ended: 'SIGTERM' }), 0.001), undefined);
  });
});

describe('the geometric mean of ratios', () => {
  const exact = { value: 2, is: 'exact' } as const;
  const least = { value: 8, is: 'at least' } as const;
  it('is a lower limit as soon as one of them is', () => {
    assert.deepEqual(geometricMean([exact, least]), { value: 4, is: 'at least' });
  });
  it('is unknown with limits on both sides', () => {
    assert.equal(geometricMean([least, { value: 1, is: 'at most' }]), undefined);
    assert.equal(geometricMean([]), undefined);
  });
});

describe('the comparison with kept figures', () => {
  const now: Figures = { a: pair(figure(2), figure(6)), b: pair(figure(1), figure()) };
  const earlier: Figures = { a: pair(figure(4), figure(8)) };
  it('shows both ratios and how they changed', () => {
    const [, a, b] = compare(now, earlier);
    assert.match(a ?? '', /^a +2\.0 +- +6\.0 +3\.00 +2\.00 +1\.50$/);
    assert.match(b ?? '', /^b +1\.0 +- +> 60\.0 +>= 60\.00 +- +-$/);
  });
  it('ends with the means to both smaller gaps, which leave out dispatches', () => {
    const dispatch = { ...figure(1), integers: 0 };
    assert.deepEqual(compare({ ...now, c: pair(dispatch, dispatch) }, {}).slice(-2), [
      'geometric mean of plain/engine to 0.5 %: >= 18.97 (instances with decisions: 2)',
      'geometric mean of plain/engine to 0.1 %: >= 13.42 (instances with decisions: 2)',
    ]);
  });
  it('ends with the share and the median of the gaps that the verifier proves', () => {
    const proven = (independent_gap: number) => pair({ ...figure(1), independent_gap }, figure(1));
    assert.deepEqual(compare({ a: proven(0.001), b: proven(0.02), c: proven(0.004) }, {}).slice(-4), [
      'independent gap of a: 0.100 %',
      'independent gap of c: 0.400 %',
      'independent gap of b: 2.000 %',
      'independent gap at most 0.5 %: 2 of 3, median 0.400 %',
    ]);
  });
});
