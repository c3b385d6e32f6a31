/** Series as matrices: views of a matrix read the same values as the series. */
import assert from 'node:assert/strict';
import {
  durationCurve,
  hourlySums,
  largest,
  matrixOf,
  peakOf,
  quantile,
  rowNamed,
  smallest,
  stacked,
  toMatrix,
  toParts,
  toSums,
} from '../../../../../api/web/results/matrix.ts';

const MATRIX = toMatrix({ a: [1, 2, 3], b: [30, -20, 10] });

describe('matrices of a result', () => {
  it('keep names, hours and values, one below the other', () => {
    assert.deepEqual([...MATRIX.names, MATRIX.hours], ['a', 'b', 3]);
    assert.deepEqual([...rowNamed(MATRIX, 'b')], [30, -20, 10]);
    assert.deepEqual([...rowNamed(MATRIX, 'nobody')], []);
    const both = stacked(MATRIX, toMatrix({ c: [7, 8, 9] }));
    assert.deepEqual([...both.names, ...rowNamed(both, 'c')], ['a', 'b', 'c', 7, 8, 9]);
  });
  it('sum per hour', () => {
    assert.deepEqual([...hourlySums(MATRIX)], [31, -18, 13]);
  });
  it('find where the extremes stand, and nothing in nothing', () => {
    assert.deepEqual(largest(MATRIX), { value: 30, name: 'b', hour: 0 });
    assert.deepEqual(smallest(MATRIX), { value: -20, name: 'b', hour: 1 });
    assert.equal(peakOf([1, -9, 3], Math.abs)?.hour, 1);
    assert.equal(largest(matrixOf([])), undefined);
  });
  it('are one for each part of elements', () => {
    const { charge = MATRIX, energy = MATRIX } = toParts({
      one: { charge: [1, 0], energy: [5, 6] },
      two: { charge: [0, 2], energy: [7, 8] },
    });
    assert.deepEqual([...charge.values], [1, 0, 0, 2]);
    assert.deepEqual([...rowNamed(energy, 'two')], [7, 8]);
  });
  it('add loads of one bus', () => {
    const loads = toSums(Object.entries({ '7': [1, 2], '9': [5, 5] }).concat([['7', [10, 20]]]));
    assert.deepEqual([...loads.names, ...rowNamed(loads, '7')], ['7', '9', 11, 22]);
  });
  it('order a row from high to low, and leave the row as it is', () => {
    const row = Float64Array.from([3, 10, -2]);
    assert.deepEqual([...durationCurve(row), ...row], [10, 3, -2, 3, 10, -2]);
  });
  it('give the value below which a share of the values lies', () => {
    const values = Float64Array.from({ length: 101 }, (_, i) => 100 - i);
    assert.deepEqual(
      [0, 0.25, 1].map((share) => quantile(values, share)),
      [0, 25, 100],
    );
  });
});
