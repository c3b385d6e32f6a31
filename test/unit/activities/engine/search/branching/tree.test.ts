import assert from 'node:assert/strict';
import { leftUnclosed, passedBy } from '../../../../../../activities/engine/search/branching/close-branch.ts';
import {
  boundOf,
  plant,
  settle,
  takeLowest,
  withBound,
} from '../../../../../../activities/engine/search/branching/tree.ts';
import { aBranch } from '../../../../../support/engine/a-branch.ts';

const treeOf = (...bounds: number[]) => ({
  ...plant({}, aBranch(0), { best: undefined, bound: 5, nodes: 0 }),
  open: bounds.map(aBranch),
});

describe('tree of branches', () => {
  it('gives the branch of the lowest bound', () => {
    const [lowest, rest] = takeLowest(treeOf(9, 7, 8));
    assert.equal(lowest?.bound, 7);
    assert.deepEqual(
      rest.open.map(({ bound }) => bound),
      [9, 8],
    );
    assert.equal(takeLowest(treeOf())[0], undefined);
  });

  it('proves the bound of its weakest part, and forgets none', () => {
    assert.equal(boundOf(settle(treeOf(9, 8), 7)), 7);
    assert.equal(withBound(settle(treeOf(9, 8), 20)).state.bound, 8);
    assert.equal(withBound(treeOf(3)).state.bound, 5);
    assert.equal(boundOf(settle(settle(treeOf(), 7), 8)), 7);
  });

  it('searches smaller kernels after one that did not close its branch, and slowly larger ones again', () => {
    const after = leftUnclosed(treeOf(9), 1000);
    assert.deepEqual([after.mostFree, after.unclosed], [700, 1]);
    assert.equal(leftUnclosed(after, 2000).mostFree, 700);
    assert.ok(leftUnclosed(after, 10).mostFree > 10);
    const later = Array.from({ length: 5 }).reduce<typeof after>((tree) => passedBy(tree), after);
    assert.ok(later.mostFree > 700 && later.mostFree < 1000);
    assert.equal(passedBy(treeOf()).mostFree, treeOf().mostFree);
  });

  it('proves nothing new when no part is left', () => {
    assert.equal(withBound(treeOf()).state.bound, 5);
  });
});
