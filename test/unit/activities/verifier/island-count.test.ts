import assert from 'node:assert/strict';
import { components } from '../../../../activities/verifier/components.ts';
import { islandCount } from '../../../../activities/verifier/island-count.ts';
import { random } from '../../../support/random.ts';

const line = (from: number, to: number) => ({
  id: `${from}-${to}`,
  from,
  to,
  susceptance: 1,
  resistance: 0,
  rating: 1,
  emergency: 1,
  soft: false,
});

describe('islandCount', () => {
  it('counts a ring as one without a line and as two without two', () => {
    const grid = { buses: [1, 2, 3, 4], lines: [line(0, 1), line(1, 2), line(2, 3), line(3, 0)] };
    assert.deepEqual(
      [[], [2], [0, 2]].map((lost) => islandCount(grid, lost)),
      [1, 1, 2],
    );
    assert.equal(islandCount({ buses: [1, 2], lines: [] }, []), 2);
  });

  it('finds as many as a breadth-first search does', () => {
    const r = random(11);
    for (let k = 0; k < 50; k++) {
      const buses = Array.from({ length: r.integer(1, 40) }, (_, b) => b);
      const last = buses.length - 1;
      const lines = Array.from({ length: r.integer(0, 45) }, () =>
        line(r.integer(0, last), r.integer(0, last)),
      );
      const lost = [...lines.keys()].filter(() => r.between(0, 1) < 0.2);
      const left = lines.filter((_, position) => !lost.includes(position));
      const expected = components(
        buses.length,
        left.map(({ from, to }) => [from, to]),
      );
      assert.equal(islandCount({ buses, lines }, lost), expected.length);
    }
  });
});
