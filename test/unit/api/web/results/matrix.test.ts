/** Series as matrices: what the views read out of them is what the series say. */
import assert from 'node:assert/strict';
import {
  durationCurve,
  hourlySums,
  largest,
  matrixOf,
  quantile,
  rowNamed,
  smallest,
  toMatrix,
  toParts,
  toSums,
} from '../../../../../api/web/results/matrix.ts';

const MATRIX = toMatrix({ a: [1, 2, 3], b: [30, -20, 10] });

describe('matrices of a result', () => {
  it('keeps names, hours and values', () => {
    assert.deepEqual(MATRIX.names, ['a', 'b']);
    assert.equal(MATRIX.hours, 3);
    assert.deepEqual([...rowNamed(MATRIX, 'b')], [30, -20, 10]);
    assert.deepEqual([...rowNamed(MATRIX, 'nobody')], []);
  });
  it('sums per hour, all rows or some', () => {
    assert.deepEqual([...hourlySums(MATRIX)], [31, -18, 13]);
    assert.deepEqual([...hourlySums(MATRIX, (row) => row === 0)], [1, 2, 3]);
  });
  it('finds where the extremes stand, and nothing in nothing', () => {
    assert.deepEqual(largest(MATRIX), { value: 30, name: 'b', hour: 0 });
    assert.deepEqual(smallest(MATRIX), { value: -20, name: 'b', hour: 1 });
    assert.deepEqual(largest(MATRIX, Math.abs), { value: 30, name: 'b', hour: 0 });
    assert.equal(largest(matrixOf([])), undefined);
  });
  it('turns parts of elements into a matrix for each part', () => {
    const { charge = MATRIX, energy = MATRIX } = toParts({
      one: { charge: [1, 0], energy: [5, 6] },
      two: { charge: [0, 2], energy: [7, 8] },
    });
    assert.deepEqual([...charge.values], [1, 0, 0, 2]);
    assert.deepEqual([...rowNamed(energy, 'two')], [7, 8]);
  });
  it('adds loads of one bus', () => {
    const loads = toSums([
      ['7', [1, 2]],
      ['9', [5, 5]],
      ['7', [10, 20]],
    ]);
    assert.deepEqual(loads.names, ['7', '9']);
    assert.deepEqual([...rowNamed(loads, '7')], [11, 22]);
  });
  it('orders a row from high to low, and leaves the row as it is', () => {
    const row = Float64Array.from([3, 10, -2]);
    assert.deepEqual([...durationCurve(row)], [10, 3, -2]);
    assert.deepEqual([...row], [3, 10, -2]);
  });
  it('says below what a share of the values lies', () => {
    const values = Float64Array.from({ length: 101 }, (_, i) => 100 - i);
    assert.deepEqual(
      [0, 0.25, 1].map((share) => quantile(values, share)),
      [0, 25, 100],
    );
  });
});
