/**
 * Connected components of a network by union-find with union by size and path halving: near-linear time
 * and no recursion (Tarjan and van Leeuwen, "Worst-case analysis of set union algorithms", 1984).
 */

import type { Stepwise } from '../../temporal/json/in-slices.ts';
import type { BusIndex, Ends } from './buses.ts';
import type { ElementId } from './findings.ts';

export interface Branch extends Ends {
  /** false = out of service; anything else, also absent, is in service. */
  readonly in_service?: boolean | null | undefined;
}

export interface Islands<B> {
  /** All buses, largest island first, each island in input order. */
  readonly islands: readonly (readonly B[])[];
  /** Ends of lines in service at each bus, in the order of `distinct`; loops do not count. Shape [buses]. */
  readonly degree: Int32Array;
}

export function* findIslands<B>(
  { distinct, places }: BusIndex<B>,
  lines: readonly Branch[],
): Stepwise<Islands<B>> {
  const parent = Int32Array.from(distinct, (_, bus) => bus);
  const size = new Int32Array(distinct.length).fill(1);
  const degree = new Int32Array(distinct.length);
  for (const line of lines) {
    const ends = endsInService(line, places);
    if (ends) {
      for (const bus of ends) degree[bus] = at(degree, bus) + 1;
      unite(parent, size, ends);
    }
    yield;
  }
  return { islands: yield* groups(distinct, parent), degree };
}

/** The same islands, by the ids of their buses. */
export function* idsOf(islands: Islands<{ readonly id: ElementId }>['islands']): Stepwise<ElementId[][]> {
  const ids: ElementId[][] = [];
  for (const island of islands) {
    ids.push(island.map(({ id }) => id));
    yield;
  }
  return ids;
}

/** Both ends, where the line connects two buses of the network. */
function endsInService(
  { from_bus, to_bus, in_service }: Branch,
  places: ReadonlyMap<string, number>,
): [number, number] | null {
  const from = places.get(String(from_bus));
  const to = places.get(String(to_bus));
  if (in_service === false || from === undefined || to === undefined || from === to) return null;
  return [from, to];
}

function unite(parent: Int32Array, size: Int32Array, [a, b]: readonly [number, number]): void {
  const [rootA, rootB] = [rootOf(parent, a), rootOf(parent, b)];
  if (rootA === rootB) return;
  const [large, small] = at(size, rootA) < at(size, rootB) ? [rootB, rootA] : [rootA, rootB];
  parent[small] = large;
  size[large] = at(size, large) + at(size, small);
}

function rootOf(parent: Int32Array, start: number): number {
  let bus = start;
  while (at(parent, bus) !== bus) {
    const grandparent = at(parent, at(parent, bus));
    parent[bus] = grandparent;
    bus = grandparent;
  }
  return bus;
}

function* groups<B>(distinct: readonly B[], parent: Int32Array): Stepwise<B[][]> {
  const byRoot = new Map<number, B[]>();
  for (const [place, bus] of distinct.entries()) {
    const root = rootOf(parent, place);
    const island = byRoot.get(root);
    if (island) island.push(bus);
    else byRoot.set(root, [bus]);
    yield;
  }
  return [...byRoot.values()].sort((a, b) => b.length - a.length);
}

const at = (values: Int32Array, place: number): number => values[place] ?? 0;
