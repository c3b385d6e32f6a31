/**
 * Connected parts of a network, by union-find with path halving: near-linear time and no recursion (Tarjan and van
 * Leeuwen, "Worst-case analysis of set union algorithms", 1984). Buses are given as positions.
 */
export interface Islands {
  /** Merges the islands of two buses. */
  join(a: number, b: number): void;
  /** The island of each bus, shape [buses]; islands are numbered in the order of their first bus. */
  ofEachBus(): Int32Array;
}

/** Creates one island per bus. */
export function createIslands(buses: number): Islands {
  const parent = Int32Array.from({ length: buses }, (_, bus) => bus);
  const root = (bus: number): number => {
    let at = bus;
    for (let up = parent[at] ?? at; up !== at; up = parent[at] ?? at) {
      parent[at] = parent[up] ?? up;
      at = up;
    }
    return at;
  };
  return {
    join(a, b) {
      const [one, other] = [root(a), root(b)];
      // The smaller position becomes the root, so that every root is the first bus of its island.
      parent[Math.max(one, other)] = Math.min(one, other);
    },
    ofEachBus() {
      const island = new Int32Array(buses);
      let count = 0;
      for (let bus = 0; bus < buses; bus++) {
        const first = root(bus);
        island[bus] = first === bus ? count++ : (island[first] ?? 0);
      }
      return island;
    },
  };
}

/** Island of each bus when these lines connect the buses, shape [buses]. */
export function islandOfEachBus(buses: number, lines: Iterable<{ from: number; to: number }>): Int32Array {
  const islands = createIslands(buses);
  for (const { from, to } of lines) islands.join(from, to);
  return islands.ofEachBus();
}

/** Items grouped by island, in their order, shape [islands][items of the island]. `island`: island of each item. */
export function byIsland<Item>(items: Iterable<Item>, island: ArrayLike<number>): Item[][] {
  const islands: Item[][] = [];
  let position = 0;
  for (const item of items) {
    const at = island[position++] ?? 0;
    const members = islands[at];
    if (members) members.push(item);
    else islands[at] = [item];
  }
  return islands;
}
