/** Who is tied to whom, in how many steps, and in which part (pure). */

type Neighbors = readonly (readonly number[])[];

/** Neighbours of each node, each once. */
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

/** Steps from a node to every other one; infinite where there is no way. */
export function distancesFrom(neighbors: Neighbors, node: number): Float64Array {
  const distances = new Float64Array(neighbors.length).fill(Number.POSITIVE_INFINITY);
  distances[node] = 0;
  const reached = [node];
  for (const at of reached) {
    for (const next of neighbors[at] ?? []) {
      if (distances[next] !== Number.POSITIVE_INFINITY) continue;
      distances[next] = (distances[at] ?? 0) + 1;
      reached.push(next);
    }
  }
  return distances;
}

/** Nodes that are tied together, the largest part first. */
export function partsOf(neighbors: Neighbors): number[][] {
  const isSeen = new Set<number>();
  const parts = neighbors.flatMap((_, node) => {
    if (isSeen.has(node)) return [];
    const part = [node];
    isSeen.add(node);
    for (const at of part) {
      for (const next of neighbors[at] ?? []) {
        if (isSeen.has(next)) continue;
        isSeen.add(next);
        part.push(next);
      }
    }
    return [part];
  });
  return parts.sort((a, b) => b.length - a.length);
}
