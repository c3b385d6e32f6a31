/** Position of a drawing on the screen, and the element under a pointer. */
import assert from 'node:assert/strict';
import {
  elementAt,
  elementsOf,
  endsOf,
  found,
  placeOf,
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
  it('keeps the element under the pointer there when it is zoomed', () => {
    const at = pointOf(PLACES, VIEW, 2);
    assert.deepEqual(pointOf(PLACES, zoomed(VIEW, 1.5, at, VIEW), 2), at);
  });
  it('finds the element under the pointer, a bus before its lines', () => {
    assert.deepEqual(elementAt(NETWORK, DRAWN, [99, 2]), { kind: 'bus', id: '2' });
    assert.deepEqual(elementAt(NETWORK, DRAWN, [101, 50]), { kind: 'line', id: 'c' });
    assert.equal(elementAt(NETWORK, DRAWN, [30, 80]), undefined);
  });
  it('is zoomed between far from all of it and near to one bus', () => {
    const farthest = zoomed(VIEW, 1e-6, [0, 0], VIEW);
    assert.ok(farthest.zoom > 0 && farthest.zoom < VIEW.zoom);
    assert.deepEqual(zoomed(farthest, 0.5, [50, 50], VIEW), farthest);
    const nearest = zoomed(VIEW, 1e6, [0, 0], VIEW);
    assert.deepEqual(zoomed(nearest, 2, [50, 50], VIEW), nearest);
  });
  it('knows where a bus and the middle of a line are, and nothing of a line to nowhere', () => {
    const at = (kind: 'bus' | 'line', id: string) => placeOf(NETWORK, SEGMENTS, PLACES, { kind, id });
    assert.deepEqual(at('bus', '3'), [1, 1]);
    assert.deepEqual(at('line', 'c'), [1, 0.5]);
    assert.equal(at('line', 'nowhere'), undefined);
    assert.equal(at('bus', '9'), undefined);
  });
  it('finds buses, lines and units by a part of their name, words that begin so first', () => {
    const elements = elementsOf({
      buses: [
        { id: '1', name: 'Abel', units: [{ name: 'peaker', kind: 'gas_ct', mw: 20 }] },
        { id: '20', name: 'Cabel' },
      ],
      lines: [{ id: 'a', from: '1', to: '20' }],
    });
    assert.deepEqual(found(elements, 'ABEL'), ['bus 1 Abel', 'bus 20 Cabel']);
    assert.deepEqual(found(elements, 'nobody'), []);
    assert.deepEqual(elements.get(found(elements, 'unit p')[0] ?? ''), { kind: 'bus', id: '1' });
  });
});
