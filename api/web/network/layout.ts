/**
 * Layout of a network from its lines (pure, deterministic): stochastic gradient descent on stress, so that distances in
 * the drawing match numbers of lines between buses.
 */

export interface Graph {
  readonly nodes: number;
  readonly edges: readonly (readonly [from: number, to: number])[];
}

export interface Places {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

type Neighbors = readonly (readonly number[])[];

/** Neighbours of each node, each listed once. */
export function neighborsOf(
  nodes: number,
  edges: readonly (readonly [from: number, to: number])[],
): number[][] {
  const sets = Array.from({ length: nodes }, () => new Set<number>());
  for (const [from, to] of edges) {
    if (from === to) continue;
    sets[from]?.add(to);
    sets[to]?.add(from);
  }
  return sets.map((set) => [...set]);
}

/** Number of edges from a node to every node that can be reached, nearest first (breadth-first search). */
export function stepsFrom(neighbors: Neighbors, node: number): Map<number, number> {
  const steps = new Map([[node, 0]]);
  for (const [at, count] of steps)
    for (const next of neighbors[at] ?? []) if (!steps.has(next)) steps.set(next, count + 1);
  return steps;
}

/** Connected components, largest first. */
export function partsOf(neighbors: Neighbors): number[][] {
  const isSeen = new Set<number>();
  const parts: number[][] = [];
  for (const node of neighbors.keys()) {
    if (isSeen.has(node)) continue;
    const part = [...stepsFrom(neighbors, node).keys()];
    for (const each of part) isSeen.add(each);
    parts.push(part);
  }
  return parts.sort((a, b) => b.length - a.length);
}

/** Places all nodes; components are placed side by side, in rows. */
export function placesOf({ nodes, edges }: Graph): Places {
  const neighbors = neighborsOf(nodes, edges);
  const places = { x: new Float64Array(nodes), y: new Float64Array(nodes) };
  const row = { x: 0, y: 0, height: 0 };
  for (const part of partsOf(neighbors)) {
    const numbers = new Map(part.map((node, i) => [node, i]));
    const localNeighbors = part.map((node) =>
      (neighbors[node] ?? []).map((other) => numbers.get(other) ?? 0),
    );
    const placed = placePart(localNeighbors);
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

/** Target distance between two nodes. `isFixed`: true if node `b` does not move. */
interface Wish {
  readonly a: number;
  readonly b: number;
  readonly distance: number;
  readonly isFixed: boolean;
}

/**
 * Most nodes of a component for which distances between all pairs are used; a larger component uses distances to
 * `PIVOTS` nodes.
 */
const ALL = 300;
const PIVOTS = 30;

/** Places a component. The first coordinates are the distances to two remote nodes. */
function placePart(neighbors: Neighbors): Places {
  const count = neighbors.length;
  const pivots = pivotsOf(neighbors, count <= ALL ? count : PIVOTS);
  const begin = (pivot: number, turn: (angle: number) => number): Float64Array =>
    Float64Array.from(neighbors, (_, i) => (pivots[pivot]?.distances[i] ?? 0) + 0.5 * turn(i * 2.4));
  const places = { x: begin(0, Math.cos), y: begin(1, Math.sin) };
  const isAll = pivots.length === count;
  const far = pivots.flatMap(({ node, distances }) =>
    Array.from(distances, (distance, a): Wish => ({ a, b: node, distance, isFixed: !isAll })),
  );
  lowerStress(places, [...nearWishes(neighbors), ...far.filter(({ a, b }) => (isAll ? a > b : a !== b))]);
  return turned(places);
}

/** Pivot nodes, with their distances to all nodes. Each pivot is the node farthest from the previous pivots. */
function pivotsOf(neighbors: Neighbors, count: number) {
  const nearest = new Float64Array(neighbors.length).fill(Number.POSITIVE_INFINITY);
  const pivots: { readonly node: number; readonly distances: Float64Array }[] = [];
  for (
    let node = 0;
    pivots.length < count;
    node = nearest.indexOf(nearest.reduce((a, b) => Math.max(a, b)))
  ) {
    const steps = stepsFrom(neighbors, node);
    const distances = Float64Array.from(neighbors, (_, i) => steps.get(i) ?? Number.POSITIVE_INFINITY);
    pivots.push({ node, distances });
    for (const [i, distance] of distances.entries()) nearest[i] = Math.min(nearest[i] ?? 0, distance);
  }
  return pivots;
}

/** Target distances between neighbours, and also between second neighbours, so that these do not overlap. */
function* nearWishes(neighbors: Neighbors): Generator<Wish> {
  for (const [a, direct] of neighbors.entries()) {
    for (const b of direct) {
      if (b > a) yield { a, b, distance: 1, isFixed: false };
      for (const c of neighbors[b] ?? [])
        if (c > a && !direct.includes(c)) yield { a, b: c, distance: 2, isFixed: false };
    }
  }
}

const ROUNDS = 20;

/**
 * Moves nodes towards all target distances, in shuffled order and with decreasing force. Short distances have more
 * weight.
 */
function lowerStress(places: Places, wishes: readonly Wish[]): void {
  const order = shuffled(wishes);
  const farthest = wishes.reduce((most, { distance }) => Math.max(most, distance), 1);
  const first = farthest * farthest;
  for (let round = 0; round < ROUNDS; round += 1) {
    const force = first * (0.1 / first) ** (round / (ROUNDS - 1));
    for (const wish of order) meet(places, wish, force);
  }
}

function meet({ x, y }: Places, { a, b, distance, isFixed }: Wish, force: number): void {
  const dx = (x[a] ?? 0) - (x[b] ?? 0) || 1e-3;
  const dy = (y[a] ?? 0) - (y[b] ?? 0) || 1e-3;
  const size = Math.hypot(dx, dy);
  const step = Math.min(1, force / (distance * distance)) * ((distance - size) / size) * 0.5;
  x[a] = (x[a] ?? 0) + step * dx;
  y[a] = (y[a] ?? 0) + step * dy;
  if (isFixed) return;
  x[b] = (x[b] ?? 0) - step * dx;
  y[b] = (y[b] ?? 0) - step * dy;
}

/** Shuffles a list; the order is the same each time. */
function shuffled<T>(items: readonly T[]): T[] {
  let state = 1;
  return items
    .map((item) => {
      state = (state * 48271) % 2147483647;
      return { item, at: state };
    })
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/**
 * Rotates the places so that their principal axis is horizontal, and shifts them so that coordinates are not negative.
 */
function turned({ x, y }: Places): Places {
  const [fromX, fromY] = [lessThe(mean, x), lessThe(mean, y)];
  const angle = 0.5 * Math.atan2(2 * dot(fromX, fromY), dot(fromX, fromX) - dot(fromY, fromY));
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const across = fromX.map((value, i) => cos * value + sin * (fromY[i] ?? 0));
  const down = fromY.map((value, i) => cos * value - sin * (fromX[i] ?? 0));
  return { x: lessThe(least, across), y: lessThe(least, down) };
}

const dot = (a: Float64Array, b: Float64Array): number =>
  a.reduce((total, value, i) => total + value * (b[i] ?? 0), 0);
const mean = (values: Float64Array): number => values.reduce((a, b) => a + b, 0) / values.length;
const least = (values: Float64Array): number => values.reduce((a, b) => Math.min(a, b));

function lessThe(measure: (values: Float64Array) => number, values: Float64Array): Float64Array {
  const offset = measure(values);
  return values.map((value) => value - offset);
}
