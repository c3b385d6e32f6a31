/** Models and rows converted to the form that solvers read. */
import assert from 'node:assert/strict';
import { atLeast, atMost, equal, MilpBuilder } from '../../../../activities/milp/model.ts';
import { toSparseRows } from '../../../../activities/milp/sparse-matrix.ts';

describe('a model', () => {
  it('numbers the columns of a family by item and period', () => {
    const milp = new MilpBuilder();
    milp.column({});
    const power = milp.family(['a', 'b'], 3, (item, t) => ({ cost: item === 'b' ? t : -1 }));
    assert.deepEqual([power(0, 0), power(0, 2), power(1, 0), power(1, 2)], [1, 3, 4, 6]);
    assert.deepEqual(milp.columns[power(1, 2)], { cost: 2, lower: 0, upper: Infinity, integer: false });
  });
  it('adds up terms of one column and drops those that cancel out', () => {
    const { starts, indices, values } = toSparseRows([
      atMost(4, [
        [1, 2],
        [3, 0],
        [1.5, 2],
      ]),
      equal(0, [
        [1, 1],
        [-1, 1],
      ]),
      atLeast(1, [[2, 1]]),
    ]);
    assert.deepEqual([...starts], [0, 2, 2, 3]);
    assert.deepEqual([...indices], [2, 0, 1]);
    assert.deepEqual([...values], [2.5, 3, 2]);
  });
  it('keeps one-sided rows open on the other side', () => {
    const { lower, upper } = toSparseRows([atMost(4, []), equal(2, []), atLeast(1, [])]);
    assert.deepEqual([...lower], [-Infinity, 2, 1]);
    assert.deepEqual([...upper], [4, 2, Infinity]);
  });
});
