/** Sets of buses with the few lines that join them to the rest: single buses, and sides of bridges. */
import type { Line } from '../../../temporal/case/messages/network.ts';
import { islandBuses } from './cuts.ts';

export interface LineCut {
  readonly buses: ReadonlySet<number>;
  /** Lines between `buses` and the rest. */
  readonly lines: readonly Line[];
}

/** Cuts around each of `near`, and at every bridge that touches one of them. */
export function lineCuts(lines: readonly Line[], near: Iterable<number>): LineCut[] {
  const cuts: LineCut[] = [];
  const bridges = new Set<Line>();
  for (const bus of near) {
    const incident = lines.filter((line) => line.from_bus === bus || line.to_bus === bus);
    if (incident.length > 1) cuts.push({ buses: new Set([bus]), lines: incident });
    for (const line of incident) {
      if (bridges.has(line)) continue;
      const side = sideOf(line, lines);
      if (!side) continue;
      bridges.add(line);
      cuts.push({ buses: side, lines: [line] });
    }
  }
  return cuts;
}

/** Buses behind the `to` end of a bridge; null when another path joins both ends. */
function sideOf(bridge: Line, lines: readonly Line[]): Set<number> | null {
  const others = lines.filter((line) => line !== bridge);
  const ends = others.flatMap((line) => [line.from_bus, line.to_bus]);
  const side = islandBuses([...ends, bridge.from_bus, bridge.to_bus], others).find((buses) =>
    buses.has(bridge.to_bus),
  );
  return side && !side.has(bridge.from_bus) ? side : null;
}
