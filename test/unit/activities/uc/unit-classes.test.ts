import assert from 'node:assert/strict';
import { unitClasses } from '../../../../activities/uc/unit-classes.ts';

const unit = (pMax: number, count = 1) => ({ pMax: [pMax, pMax], count });

describe('unit classes', () => {
  it('hold units of about the same size', () => {
    const units = [400, 55, 20, 60, 380, 59, 21].map((pMax) => unit(pMax));
    assert.deepEqual(unitClasses(units), [
      [2, 6],
      [1, 5, 3],
      [4, 0],
    ]);
  });

  it('do not chain: the largest is within a tenth of the smallest', () => {
    const units = [100, 108, 116, 124].map((pMax) => unit(pMax));
    assert.deepEqual(unitClasses(units), [
      [0, 1],
      [2, 3],
    ]);
  });

  it('leave out a unit of its own, but not one that stands for several', () => {
    assert.deepEqual(unitClasses([unit(10), unit(50, 3), unit(90)]), [[1]]);
    assert.deepEqual(unitClasses([]), []);
  });
});
