/** Connected components of a graph; within each, vertices in breadth-first order from a far end. */
export function components(size: number, edges: readonly (readonly [number, number])[]): number[][] {
  const neighbours: number[][] = Array.from({ length: size }, () => []);
  for (const [from, to] of edges) {
    neighbours[from]?.push(to);
    neighbours[to]?.push(from);
  }
  const seen = new Uint8Array(size);
  const groups: number[][] = [];
  for (let vertex = 0; vertex < size; vertex++) {
    if (seen[vertex]) continue;
    const far = breadthFirst(vertex, neighbours).at(-1) ?? vertex;
    const group = breadthFirst(far, neighbours);
    for (const member of group) seen[member] = 1;
    groups.push(group);
  }
  return groups;
}

function breadthFirst(start: number, neighbours: readonly (readonly number[])[]): number[] {
  const reached = new Set([start]);
  for (const vertex of reached) for (const next of neighbours[vertex] ?? []) reached.add(next);
  return [...reached];
}
