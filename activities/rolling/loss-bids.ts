/**
 * The most that losses can draw at each bus, as bids at price 0, for a relaxation in which losses are free. The losses
 * of an island are at most those of its lines at their ratings, and are drawn in proportion to load.
 */
import { islandOfEachBus } from '../../temporal/case/arithmetic/islands.ts';
import type { Connection } from '../../temporal/case/messages/connection.ts';
import type { Bid, Line, SolvePayload } from '../../temporal/case/schema.ts';

/** Base power of resistances, MVA. The next constants: losses above those of the flows that a check accepts. */
const BASE_MVA = 100;
const LOSS_SHARE = 0.05;
const LOSS_MW = 1;

/** `full`: power of the connection at full use by hour, MW. Undefined if a line with a resistance has no rating. */
export function lossBids(
  { horizon, loads, transmission_lines = [] }: SolvePayload,
  { kind, bus: own }: Pick<Connection, 'kind' | 'bus'>,
  full: readonly number[],
): Bid[] | undefined {
  const lines = transmission_lines.filter(({ in_service }) => in_service !== false);
  const buses = [...new Set(lines.flatMap(({ from_bus, to_bus }) => [from_bus, to_bus]))];
  const positions = new Map(buses.map((bus, position) => [bus, position]));
  const at = (bus: number): number => positions.get(bus) ?? -1;
  const ends = lines.map(({ from_bus, to_bus }) => ({ from: at(from_bus), to: at(to_bus) }));
  const island = islandOfEachBus(buses.length, ends);
  const most = lossesAtRatings(lines, (line) => island[at(line.from_bus)] ?? 0);
  if (most.includes(Number.POSITIVE_INFINITY)) return undefined;
  const load = buses.map(() => new Array<number>(horizon).fill(0));
  const total = most.map(() => new Array<number>(horizon).fill(0));
  const using = [...loads, ...(kind === 'load' ? [{ bus: own, values: full }] : [])];
  for (const { bus, values } of using) {
    addTo(load[at(bus)], values);
    // The use of the connection may be anything from 0, and raises the share of its own bus only.
    if (values !== full) addTo(total[island[at(bus)] ?? -1], values);
  }
  return buses.map((bus, position): Bid => {
    const group = island[position] ?? 0;
    const added = kind === 'load' && bus === own ? full : [];
    const mw = (load[position] ?? []).map((drawn, t) => {
      const all = (total[group]?.[t] ?? 0) + (added[t] ?? 0);
      return (all > 0 ? drawn / all : 1) * (most[group] ?? 0);
    });
    return { name: `losses at bus ${bus}`, bus, kind: 'demand', blocks: [{ mw, usd_per_mwh: 0 }] };
  });
}

/** MW by island; Infinity without a rating. */
function lossesAtRatings(lines: readonly Line[], islandOf: (line: Line) => number): number[] {
  const most: number[] = [];
  for (const line of lines) {
    const group = islandOf(line);
    const ratings = [line.rating_mw ?? 0].flat().map((mw) => mw || Number.POSITIVE_INFINITY);
    const { r_pu = 0 } = line;
    const mw = r_pu > 0 ? ((1 + LOSS_SHARE) * r_pu * Math.max(...ratings) ** 2) / BASE_MVA : 0;
    most[group] = (most[group] ?? LOSS_MW) + mw;
  }
  return most;
}

function addTo(sums: number[] | undefined, values: readonly number[]): void {
  if (sums) for (const [t, mw] of values.entries()) sums[t] = (sums[t] ?? 0) + Math.max(0, mw);
}
