/**
 * Elimination order with little fill: repeatedly eliminates a vertex of least degree, and joins its neighbours. Source:
 * Tinney and Walker, Direct solutions of sparse network equations, Proc. IEEE 55 (1967), scheme 2.
 */
import type { SparseSymmetric } from './sparse-symmetric.ts';

/** Returns the rows in order of elimination, shape [size]; the same matrix always gives the same order. */
export function minimumDegree(matrix: SparseSymmetric): Int32Array {
  const neighbours = graph(matrix);
  const buckets = neighbours.map(() => new Set<number>());
  for (const [vertex, near] of neighbours.entries()) buckets[near.size]?.add(vertex);
  const order = new Int32Array(matrix.size);
  let degree = 0;
  for (let step = 0; step < matrix.size; step++) {
    while (buckets[degree]?.size === 0) degree++;
    const [vertex = 0] = buckets[degree] ?? [];
    buckets[degree]?.delete(vertex);
    order[step] = vertex;
    degree = Math.min(degree, eliminate(vertex, neighbours, buckets));
  }
  return order;
}

function graph(matrix: SparseSymmetric): Set<number>[] {
  const neighbours = Array.from({ length: matrix.size }, () => new Set<number>());
  for (const [entry, row] of matrix.row.entries()) {
    const column = matrix.column[entry] ?? row;
    if (row === column) continue;
    neighbours[row]?.add(column);
    neighbours[column]?.add(row);
  }
  return neighbours;
}

/** Joins the neighbours of a vertex to one another. Returns the least degree among these neighbours. */
function eliminate(vertex: number, neighbours: Set<number>[], buckets: Set<number>[]): number {
  const clique = neighbours[vertex] ?? new Set();
  let least = Number.POSITIVE_INFINITY;
  for (const member of clique) {
    const near = neighbours[member] ?? new Set();
    buckets[near.size]?.delete(member);
    near.delete(vertex);
    for (const other of clique) if (other !== member) near.add(other);
    buckets[near.size]?.add(member);
    least = Math.min(least, near.size);
  }
  neighbours[vertex] = new Set();
  return least;
}
