import assert from 'node:assert/strict';
import { convergenceOption, joined, withPoint } from '../../../../../api/web/jobs/convergence.ts';

const point = (elapsed_s: number, incumbent: number | null, bound: number | null) => ({
  elapsed_s,
  incumbent,
  bound,
});

describe('the curve of a search', () => {
  it('grows by what is new, and by nothing else', () => {
    const first = withPoint([], point(1, null, 90));
    assert.deepEqual(first, [point(1, null, 90)]);
    assert.equal(withPoint(first, point(2, null, 90)), first, 'the same again');
    assert.equal(withPoint(first, point(1, 100, 95)), first, 'no later than the last');
    assert.equal(withPoint(first, point(2, null, null)), first, 'nothing known');
    assert.deepEqual(withPoint(first, point(2, 100, 95)), [point(1, null, 90), point(2, 100, 95)]);
  });

  it('is what the server kept, then what was seen since', () => {
    const kept = [point(1, null, 90), point(3, 100, 95)];
    assert.deepEqual(joined(kept, [point(2, 120, 92), point(4, 99, 95)]), [...kept, point(4, 99, 95)]);
  });

  it('is drawn from the first value that is known until now', () => {
    const { series } = convergenceOption([point(1, null, 90), point(3, 100, 95)], 5);
    assert.deepEqual(
      series.map(({ data }) => data),
      [
        [
          [3, 100],
          [5, 100],
        ],
        [
          [1, 90],
          [3, 95],
          [5, 95],
        ],
      ],
    );
  });
});
