import assert from 'node:assert/strict';
import { openCounts } from '../../../../../../activities/engine/search/branching/branch-relaxations.ts';
import type { UnitCount } from '../../../../../../activities/uc/formulation/unit-counts.ts';

/** Numbers of units of 100 MW and of 50 MW, in four hours each; columns are in this order. */
const COUNTS = [100, 50].flatMap((mw, unitClass) =>
  [0, 1, 2, 3].map(
    (hour): UnitCount => ({ column: 4 * unitClass + hour, row: 0, unitClass, members: [0, 1], hour, mw }),
  ),
);

const openColumns = (values: readonly number[]) =>
  openCounts(COUNTS, Float64Array.from(values)).map(({ count: { column }, value }) => [column, value]);

describe('open counts', () => {
  it('are those between two whole numbers', () => {
    assert.deepEqual(openColumns([0, 1, 2, 1.99, 0.01, 0.5, 2, 0]), [[5, 0.5]]);
    assert.deepEqual(openColumns([0, 1, 2, 3, 0, 1, 2, 3]), []);
  });

  it('are one for a stretch of hours, of one class', () => {
    assert.deepEqual(openColumns([1, 1, 1.4, 1.4, 1.4, 1.4, 1, 1.4]), [
      [2, 1.4],
      [4, 1.4],
      [7, 1.4],
    ]);
  });

  it('come with the most power to round first', () => {
    assert.deepEqual(openColumns([1.1, 2, 1.5, 2, 1.5, 0, 0.3, 0]), [
      [2, 1.5],
      [4, 1.5],
      [6, 0.3],
      [0, 1.1],
    ]);
  });
});
