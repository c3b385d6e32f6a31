/** Islands of a network without some lines: a union-find structure with path halving. */
import type { Grid } from '../schedule/grid.ts';

export function islandCount(
  { buses, lines }: Pick<Grid, 'buses' | 'lines'>,
  lost: readonly number[],
): number {
  const parent = Int32Array.from(buses, (_, bus) => bus);
  let islands = buses.length;
  for (const [position, { from, to }] of lines.entries()) {
    if (lost.includes(position)) continue;
    const [a, b] = [rootOf(parent, from), rootOf(parent, to)];
    if (a === b) continue;
    parent[a] = b;
    islands -= 1;
  }
  return islands;
}

function rootOf(parent: Int32Array, bus: number): number {
  let root = bus;
  for (let above = parent[root] ?? root; above !== root; above = parent[root] ?? root) {
    parent[root] = parent[above] ?? above;
    root = parent[root] ?? above;
  }
  return root;
}
