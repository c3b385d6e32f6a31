/** The connected parts of a network, found by union-find with path halving. */

/** Returns the island of each bus, shape [buses]; islands are numbered in the order of their first bus. */
export function islands(buses: number, lines: Iterable<{ from: number; to: number }>): Int32Array {
  const parent = Int32Array.from({ length: buses }, (_, bus) => bus);
  const root = (bus: number): number => {
    let at = bus;
    for (let up = parent[at] ?? at; up !== at; up = parent[at] ?? at) {
      parent[at] = parent[up] ?? up;
      at = up;
    }
    return at;
  };
  for (const { from, to } of lines) {
    const [a, b] = [root(from), root(to)];
    // The smaller root wins, so every root is the first bus of its island.
    parent[Math.max(a, b)] = Math.min(a, b);
  }
  const island = new Int32Array(buses);
  let count = 0;
  for (let bus = 0; bus < buses; bus++) {
    const first = root(bus);
    island[bus] = first === bus ? count++ : (island[first] ?? 0);
  }
  return island;
}
