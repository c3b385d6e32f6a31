/** Layout of buses: it is reproducible, neighbours are near each other, and no buses overlap. */
import assert from 'node:assert/strict';
import {
  type Graph,
  neighborsOf,
  type Places,
  partsOf,
  placesOf,
  stepsFrom,
} from '../../../../../api/web/network/layout.ts';

/** A rectangular grid as a graph. */
function grid(side: number): Graph {
  const edges = Array.from({ length: side * side }, (_, i): [number, number][] => [
    ...(i % side > 0 ? [[i, i - 1] satisfies [number, number]] : []),
    ...(i >= side ? [[i, i - side] satisfies [number, number]] : []),
  ]).flat();
  return { nodes: side * side, edges };
}

const apart = ({ x, y }: Places, a: number, b: number): number =>
  Math.hypot((x[a] ?? 0) - (x[b] ?? 0), (y[a] ?? 0) - (y[b] ?? 0));

describe('places of buses', () => {
  for (const side of [5, 20])
    it(`are the same each time, neighbours near and corners far, ${side * side} buses`, () => {
      const { nodes, edges } = grid(side);
      const places = placesOf({ nodes, edges });
      assert.deepEqual(placesOf(grid(side)), places);
      const near = edges.reduce((sum, [a, b]) => sum + apart(places, a, b), 0) / edges.length;
      assert.ok(near > 0.4 && near < 2, `neighbours are ${near} apart`);
      assert.ok(apart(places, 0, nodes - 1) > side * near);
    });
  it('lay no two buses on one place', () => {
    const star: Graph = { nodes: 9, edges: Array.from({ length: 8 }, (_, i) => [0, i + 1] as const) };
    const places = placesOf(star);
    for (let a = 0; a < 9; a += 1) for (let b = 0; b < a; b += 1) assert.ok(apart(places, a, b) > 0.1);
  });
  it('put parts without a line between them side by side', () => {
    const places = placesOf({ nodes: 4, edges: [0, 2].map((node) => [node, node + 1] as const) });
    assert.ok(apart(places, 0, 2) > 0.9);
    assert.ok([...places.x, ...places.y].every(Number.isFinite));
  });
  it('exist for one bus, and for none', () => {
    assert.deepEqual([...placesOf({ nodes: 1, edges: [] }).x], [0]);
    assert.equal(placesOf({ nodes: 0, edges: [] }).x.length, 0);
  });
});

describe('a network as a graph', () => {
  it('knows neighbours once and no bus as its own, steps, and parts, the largest first', () => {
    const edges = ['0-1', '1-0', '1-2', '3-3'].map((edge) => edge.split('-').map(Number) as [number, number]);
    const neighbors = neighborsOf(5, edges);
    assert.deepEqual(neighbors, [[1], [0, 2], [1], [], []]);
    assert.deepEqual([...stepsFrom(neighbors, 0).values()], [0, 1, 2]);
    assert.deepEqual(partsOf(neighbors), [[0, 1, 2], [3], [4]]);
  });
});
