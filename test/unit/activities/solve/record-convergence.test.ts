/** Convergence points of a search: which points are kept, and which are dropped. */
import assert from 'node:assert/strict';
import { ended, withPoint } from '../../../../activities/solve/record-convergence.ts';
import { type ConvergencePoint, MOST_POINTS } from '../../../../temporal/case/messages/convergence.ts';

const recorded = (...seen: readonly (readonly [number, number | null, number | null])[]) =>
  seen.reduce<ConvergencePoint[]>(
    (points, [elapsed_s, incumbent, bound]) => withPoint(points, { elapsed_s, incumbent, bound }),
    [],
  );

describe('the convergence of a search', () => {
  it('has a point where incumbent or bound is better, with the gap', () => {
    assert.deepEqual(recorded([0, null, null], [1, null, 50], [2, 200, 50], [3, 200, 50], [4, 100, 90]), [
      { elapsed_s: 1, incumbent: null, bound: 50, mip_gap: null },
      { elapsed_s: 2, incumbent: 200, bound: 50, mip_gap: 0.75 },
      { elapsed_s: 4, incumbent: 100, bound: 90, mip_gap: 0.1 },
    ]);
  });

  it('keeps its points in the order of time when a search begins again', () => {
    const points = recorded([5, 100, 90], [0, null, null], [1, 150, 60], [2, 100, 95]);
    assert.deepEqual(
      points.map(({ elapsed_s, incumbent, bound }) => [elapsed_s, incumbent, bound]),
      [
        [5, 100, 90],
        [5, 100, 95],
      ],
    );
  });

  it('ends with the result; points that are better by rounding alone say the same', () => {
    const result = { objective_value: 100.00005, lower_bound_usd: 94.99995, mip_gap: 0.05 };
    const ends = (points: ConvergencePoint[]) =>
      ended(points, result, 4).map(({ incumbent, bound }) => [incumbent, bound]);
    const last = [100.00005, 94.99995];
    const near = recorded([1, null, 50], [2, 200, 90], [3, 100, 95]);
    assert.deepEqual(ends(near), [[null, 50], [200, 90], last, last]);
    // An incumbent that was reported and later lost stays in the record.
    assert.deepEqual(ends(recorded([1, 99, 96])), [[99, 96], last]);
  });

  it('is limited: the first, the last and the times between them stay', () => {
    const burst = Array.from({ length: 1000 }, (_, i) => [1 + i / 1e4, null, i] as const);
    const steady = Array.from({ length: 100 }, (_, i) => [2 + i, null, 1000 + i] as const);
    const points = recorded(...burst, ...steady);
    assert.equal(points.length, MOST_POINTS);
    assert.equal(points[0]?.elapsed_s, 1);
    assert.equal(points.at(-1)?.bound, 1099);
    const times = points.map(({ elapsed_s }) => elapsed_s);
    assert.equal(times.filter((time) => time >= 2).length, steady.length, 'the burst makes room');
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
  });
});
