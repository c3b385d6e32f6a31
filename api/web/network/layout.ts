/**
 * Places for the buses of a network, from its lines alone: distances in the drawing are as near as can be to distances
 * along lines. The same network has the same places.
 */
import { neighborsOf, partsOf } from './graph.ts';
import { placePart } from './stress.ts';

export interface Graph {
  readonly nodes: number;
  readonly edges: readonly (readonly [from: number, to: number])[];
}

export interface Places {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Parts without a line between them stand side by side, in rows. */
export function placesOf({ nodes, edges }: Graph): Places {
  const neighbors = neighborsOf(nodes, edges);
  const places = { x: new Float64Array(nodes), y: new Float64Array(nodes) };
  const row = { x: 0, y: 0, height: 0 };
  for (const part of partsOf(neighbors)) {
    const numbers = new Map(part.map((node, i) => [node, i]));
    const own = part.map((node) => (neighbors[node] ?? []).map((other) => numbers.get(other) ?? 0));
    const placed = placePart(own);
    const width = placed.x.reduce((a, b) => Math.max(a, b));
    const height = placed.y.reduce((a, b) => Math.max(a, b));
    if (row.x > 0 && row.x + width > 2 * Math.sqrt(nodes)) {
      row.y += row.height + 1;
      row.x = 0;
      row.height = 0;
    }
    for (const [i, node] of part.entries()) {
      places.x[node] = row.x + (placed.x[i] ?? 0);
      places.y[node] = row.y + (placed.y[i] ?? 0);
    }
    row.x += width + 1;
    row.height = Math.max(row.height, height);
  }
  return places;
}
