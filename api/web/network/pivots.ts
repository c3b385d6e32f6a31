/** A first placing by the distances to some nodes, and the turning of a drawing. */
import { distancesFrom } from './graph.ts';
import type { Places } from './layout.ts';

export interface Pivot {
  readonly node: number;
  readonly distances: Float64Array;
}

/** Each as far as can be from those before it. */
export function pivotsOf(neighbors: readonly (readonly number[])[], wanted: number): Pivot[] {
  const nearest = new Float64Array(neighbors.length).fill(Number.POSITIVE_INFINITY);
  const pivots: Pivot[] = [];
  for (let node = 0; pivots.length < wanted; node = farthestIn(nearest)) {
    const distances = distancesFrom(neighbors, node);
    pivots.push({ node, distances });
    for (const [i, distance] of distances.entries()) nearest[i] = Math.min(nearest[i] ?? 0, distance);
  }
  return pivots;
}

const farthestIn = (distances: Float64Array): number =>
  distances.indexOf(distances.reduce((a, b) => Math.max(a, b)));

/** Classical scaling of the distances to the pivots: a node is placed along their two main directions. */
export function firstPlaces(distances: readonly Float64Array[], count: number): Places {
  const columns = distances.map((column) => {
    const squares = column.map((distance) => distance * distance);
    const mean = squares.reduce((a, b) => a + b, 0) / count;
    return squares.map((square) => mean - square);
  });
  for (let node = 0; node < count; node += 1) {
    const mean = columns.reduce((total, column) => total + (column[node] ?? 0), 0) / columns.length;
    for (const column of columns) column[node] = (column[node] ?? 0) - mean;
  }
  const x = mainDirection(columns);
  return { x, y: mainDirection(columns, x) };
}

const TURNS = 40;

/** The main direction of the columns, square to `other`, by repeated multiplication. */
function mainDirection(columns: readonly Float64Array[], other?: Float64Array): Float64Array {
  let vector = Float64Array.from(columns[0] ?? [], (_, i) => Math.sin(1 + i * (other ? 2 : 1)));
  for (let turn = 0; turn < TURNS; turn += 1) {
    const next = new Float64Array(vector.length);
    for (const column of columns) add(next, column, dot(column, vector));
    if (other) add(next, other, -dot(next, other) / (dot(other, other) || 1));
    const length = Math.sqrt(dot(next, next)) || 1;
    vector = next.map((value) => value / length);
  }
  const spread = Math.sqrt(vector.length);
  return vector.map((value) => value * spread);
}

function add(to: Float64Array, column: Float64Array, factor: number): void {
  for (let i = 0; i < to.length; i += 1) to[i] = (to[i] ?? 0) + factor * (column[i] ?? 0);
}

function dot(a: Float64Array, b: Float64Array): number {
  let total = 0;
  for (let i = 0; i < a.length; i += 1) total += (a[i] ?? 0) * (b[i] ?? 0);
  return total;
}

/** The long way lies across; nothing is below zero. */
export function turned({ x, y }: Places): Places {
  const [fromX, fromY] = [centered(x), centered(y)];
  const angle = 0.5 * Math.atan2(2 * dot(fromX, fromY), dot(fromX, fromX) - dot(fromY, fromY));
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const across = fromX.map((value, i) => cos * value + sin * (fromY[i] ?? 0));
  const down = fromY.map((value, i) => cos * value - sin * (fromX[i] ?? 0));
  return { x: fromZero(across), y: fromZero(down) };
}

function centered(values: Float64Array): Float64Array {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  return values.map((value) => value - mean);
}

function fromZero(values: Float64Array): Float64Array {
  const least = values.reduce((a, b) => Math.min(a, b));
  return values.map((value) => value - least);
}
