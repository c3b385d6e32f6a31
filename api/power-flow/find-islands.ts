/** The islands of a network, and how many lines end at each bus. */

import { byIsland, createIslands } from '../../temporal/case/arithmetic/islands.ts';
import { amountAt } from '../../temporal/case/arithmetic/series.ts';
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

export function findIslands<B>({ distinct, places }: BusIndex<B>, lines: readonly Branch[]): Islands<B> {
  const islands = createIslands(distinct.length);
  const degree = new Int32Array(distinct.length);
  for (const line of lines) {
    const ends = endsInService(line, places);
    if (ends) {
      for (const bus of ends) degree[bus] = amountAt(degree, bus) + 1;
      islands.join(...ends);
    }
  }
  const bySize = byIsland(distinct, islands.ofEachBus()).sort((a, b) => b.length - a.length);
  return { islands: bySize, degree };
}

/** Islands as lists of the ids of their buses. */
export function idsOf(islands: Islands<{ readonly id: ElementId }>['islands']): ElementId[][] {
  const ids: ElementId[][] = [];
  for (const island of islands) {
    ids.push(island.map(({ id }) => id));
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
