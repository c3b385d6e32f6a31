/** Where a drawing stands on the screen, and what lies under a pointer. */
import assert from 'node:assert/strict';
import {
  elementAt,
  endsOf,
  pointOf,
  segmentsOf,
  wholeView,
  zoomed,
} from '../../../../../api/web/network/scene.ts';

const NETWORK = {
  buses: [{ id: '1' }, { id: '2' }, { id: '3' }],
  lines: [
    { id: 'a', from: '1', to: '2' },
    { id: 'b', from: '2', to: '1' },
    { id: 'c', from: '2', to: '3' },
    { id: 'nowhere', from: '3', to: '9' },
  ],
};
const PLACES = { x: Float64Array.from([0, 1, 1]), y: Float64Array.from([0, 0, 1]) };
const SEGMENTS = segmentsOf(NETWORK);
const VIEW = { zoom: 100, left: 0, top: 0 };
const DRAWN = { places: PLACES, view: VIEW, segments: SEGMENTS };

describe('the drawing of a network', () => {
  it('lays lines between the same buses side by side', () => {
    assert.deepEqual(
      SEGMENTS.map(({ beside }) => Math.abs(beside)),
      [0, 1, 0, 0],
    );
    assert.equal(SEGMENTS[3]?.to, -1);
    const [a, b] = SEGMENTS.map((segment) => endsOf(PLACES, VIEW, segment));
    assert.ok(a && b);
    assert.notEqual(a[0][1], b[0][1]);
  });
  it('fits into its window as a whole', () => {
    const view = wholeView(PLACES, 400, 300);
    for (const bus of [0, 1, 2]) {
      const [x, y] = pointOf(PLACES, view, bus);
      assert.ok(x >= 0 && x <= 400 && y >= 0 && y <= 300);
    }
  });
  it('keeps what is under the pointer there when it is zoomed', () => {
    const [x, y] = pointOf(PLACES, VIEW, 2);
    assert.deepEqual(pointOf(PLACES, zoomed(VIEW, 1.5, x, y), 2), [x, y]);
  });
  it('knows what is under the pointer, a bus before its lines', () => {
    assert.deepEqual(elementAt(NETWORK, DRAWN, [99, 2]), { kind: 'bus', id: '2' });
    assert.deepEqual(elementAt(NETWORK, DRAWN, [101, 50]), { kind: 'line', id: 'c' });
    assert.equal(elementAt(NETWORK, DRAWN, [30, 80]), undefined);
  });
});
