/** Buses joined by lines, one set per island; isolated buses are islands of one. */
import type { Line } from '../../temporal/messages/network.ts';

type Ends = Pick<Line, 'from_bus' | 'to_bus'>;

export function islandBuses(buses: Iterable<number>, lines: readonly Ends[]): Set<number>[] {
  const neighbours = new Map<number, number[]>([...buses].map((bus) => [bus, []]));
  for (const { from_bus, to_bus } of lines) {
    neighbours.get(from_bus)?.push(to_bus);
    neighbours.get(to_bus)?.push(from_bus);
  }
  const islands: Set<number>[] = [];
  const seen = new Set<number>();
  for (const bus of neighbours.keys()) {
    if (seen.has(bus)) continue;
    const island = new Set([bus]);
    for (const member of island) {
      seen.add(member);
      for (const next of neighbours.get(member) ?? []) island.add(next);
    }
    islands.push(island);
  }
  return islands;
}
