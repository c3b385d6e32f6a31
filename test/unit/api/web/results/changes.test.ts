/** What changed between two schedules. */
import assert from 'node:assert/strict';
import { changedRows, movedOf } from '../../../../../api/web/results/changes.ts';
import { bridgeOf } from '../../../../../api/web/results/cost-bridge.ts';
import { toMatrix } from '../../../../../api/web/results/matrix.ts';

describe('changes between two schedules', () => {
  const matrix = toMatrix({ same: [0, 0], some: [1, -3], more: [10, 0] });
  it('are the rows that are not zero', () => {
    assert.deepEqual(changedRows(matrix).names, ['some', 'more']);
  });
  it('say who moves most', () => {
    assert.deepEqual(movedOf(matrix), [
      { name: 'more', up: 10, down: 0, most: 10 },
      { name: 'some', up: 1, down: 3, most: 3 },
    ]);
  });
});

describe('the cost bridge', () => {
  it('goes from part to part to the total, penalties being what is left', () => {
    assert.deepEqual(bridgeOf({ total: 100, energy: 50, no_load: -20, startup: 30 }), [
      { name: 'Energy', change: 50, from: 0 },
      { name: 'No-load', change: -20, from: 50 },
      { name: 'Starts', change: 30, from: 30 },
      { name: 'Penalties', change: 40, from: 60 },
      { name: 'Total', change: 100, from: 0 },
    ]);
  });
  it('has no step for what is not known or not there', () => {
    const steps = bridgeOf({ total: 50, energy: 50, no_load: null, startup: 0 });
    assert.deepEqual(
      steps.map(({ name }) => name),
      ['Energy', 'Starts', 'Total'],
    );
  });
});
