/**
 * Places for the buses of a network, from its lines alone: distances in the drawing are as near as can be to distances
 * along lines (stress, lowered step by step from a first placing by pivots). The same network has the same places.
 */
import { neighborsOf, partsOf } from './graph.ts';
import { firstPlaces, pivotsOf, turned } from './pivots.ts';
import { farWishes, lowerStress, nearWishes } from './stress.ts';

export interface Graph {
  readonly nodes: number;
  readonly edges: readonly (readonly [from: number, to: number])[];
}

interface Degrees {
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
}

export interface Places {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Whether at least half of the buses have degrees: the others are placed by their neighbours. */
export const isMapped = (buses: readonly Degrees[]): boolean =>
  buses.length > 0 &&
  2 * buses.filter(({ latitude, longitude }) => latitude !== undefined && longitude !== undefined).length >=
    buses.length;

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

/** In a part that is larger, some nodes stand for all where far distances are kept. */
const ALL = 300;
const PIVOTS = 30;

/** A part in one piece; its least coordinates are 0. */
function placePart(neighbors: readonly (readonly number[])[]): Places {
  const count = neighbors.length;
  if (count === 1) return { x: new Float64Array(1), y: new Float64Array(1) };
  const pivots = pivotsOf(neighbors, count <= ALL ? count : PIVOTS);
  const places = firstPlaces(
    pivots.map(({ distances }) => distances),
    count,
  );
  lowerStress(places, [...nearWishes(neighbors), ...farWishes(pivots, count)]);
  return turned(places);
}

const BY_NUMBER = new Intl.Collator('en', { numeric: true });

/**
 * Places that do not depend on the order in which a view names buses and lines: `place` is given them in the order of
 * their names. `names` in the order of the nodes, as the answer is.
 */
export function placedByName<Answer extends Places>(
  names: readonly string[],
  edges: Graph['edges'],
  place: (graph: Graph, order: readonly number[]) => Answer,
): Answer {
  const order = names.map((_, i) => i).sort((a, b) => BY_NUMBER.compare(names[a] ?? '', names[b] ?? ''));
  const ranks = new Int32Array(names.length);
  for (const [rank, i] of order.entries()) ranks[i] = rank;
  const ranked = edges
    .map(([from, to]): [number, number] => {
      const [a, b] = [ranks[from] ?? 0, ranks[to] ?? 0];
      return a < b ? [a, b] : [b, a];
    })
    .sort(([a, b], [c, d]) => a - c || b - d);
  const placed = place({ nodes: names.length, edges: ranked }, order);
  const back = (values: Float64Array): Float64Array => Float64Array.from(ranks, (rank) => values[rank] ?? 0);
  return { ...placed, x: back(placed.x), y: back(placed.y) };
}
