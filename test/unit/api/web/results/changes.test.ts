/** Changes between two schedules. */
import assert from 'node:assert/strict';
import {
  bridgeOf,
  changedRows,
  mostAt,
  roundStep,
  settingsOf,
  whyNotAlike,
} from '../../../../../api/web/results/changes.ts';
import { toMatrix } from '../../../../../api/web/results/matrix.ts';

describe('changes between two schedules', () => {
  const matrix = toMatrix({ same: [0, 0], some: [1, -3], more: [10, 0] });
  it('are the rows that are not zero', () => {
    assert.deepEqual(changedRows(matrix).names, ['some', 'more']);
  });
  it('name the largest change of an hour, and ignore rounding', () => {
    const mostIn = (hour: number, most: number) =>
      mostAt(matrix, hour, most, 0.5)
        .map(({ name, value }) => `${name} ${value}`)
        .join();
    assert.deepEqual([mostIn(0, 3), mostIn(0, 1), mostIn(1, 3)], ['more 10,some 1', 'more 10', 'some -3']);
  });
});

describe('two jobs that are compared', () => {
  const side = (...generators: string[]) => ({ generators, buses: [] });
  it('are not comparable with other units, for a stated reason', () => {
    const alike = { dispatch_mw: toMatrix({ a: [0], b: [0] }), notes: [], only_in_second: side() };
    assert.equal(whyNotAlike({ ...alike, only_in_first: side('c') }), undefined);
    const unlike = { ...alike, dispatch_mw: toMatrix({}), notes: ['The horizons differ'] };
    assert.equal(
      whyNotAlike({ ...unlike, only_in_first: side('a'), only_in_second: side('b', 'c') }),
      'they share 0 of 3 units. The horizons differ.',
    );
  });
  it('name the other differences of their cases', () => {
    const settings = { Type: 'SCUC', 'Time limit': '6 s' };
    assert.deepEqual(settingsOf([settings, { ...settings, 'Time limit': '5 min 0 s' }]), {
      'Time limit': '6 s; 5 min 0 s',
    });
    assert.deepEqual(settingsOf([settings, settings]), {});
  });
});

describe('the cost bridge', () => {
  const cost = {
    total: 60,
    energy: 50,
    no_load: -20,
    startup: 30,
    shutdown: 0,
    penalties: 40,
    stored_value: 5,
    bid_value: 0,
  };
  it('goes from part to part to the objective, penalties and stored energy included', () => {
    assert.deepEqual(bridgeOf({ ...cost, objective: 95 }), [
      { name: 'Energy', change: 50, from: 0 },
      { name: 'No-load', change: -20, from: 50 },
      { name: 'Starts', change: 30, from: 30 },
      { name: 'Penalties', change: 40, from: 60 },
      { name: 'Stored energy', change: -5, from: 100 },
      { name: 'Objective', change: 95, from: 0 },
    ]);
  });
  it('has round numbers on its axis', () => {
    const steps = [0, 0.2, 1.2, 3, 7, 12_345, 46_000, 9_999_999].map(roundStep);
    assert.deepEqual(steps, [1, 1, 2, 5, 10, 20_000, 50_000, 10_000_000]);
  });
  it('has no step for unknown or missing values', () => {
    const steps = bridgeOf({
      ...cost,
      no_load: null,
      startup: 0,
      penalties: 0,
      stored_value: 0,
      bid_value: 0,
      objective: 50,
    });
    assert.deepEqual(
      steps.map(({ name }) => name),
      ['Energy', 'Starts', 'Penalties', 'Objective'],
    );
  });
});
