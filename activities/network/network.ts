/** Buses by position, lines in service and the islands they form: the DC picture of a network. */
import type { Line } from '../../temporal/messages/network.ts';

export interface NetworkLine {
  readonly id: string;
  /** Bus positions. */
  readonly from: number;
  readonly to: number;
  /** 1 / x, pu. */
  readonly susceptance: number;
  /** pu. */
  readonly resistance: number;
  /** MW; Infinity = unlimited. */
  readonly rating: number;
  /** Limit after a contingency, MW. */
  readonly emergency: number;
}

export interface Network {
  /** Bus numbers by position. */
  readonly buses: readonly number[];
  position(bus: number): number;
  /** Lines in service. */
  readonly lines: readonly NetworkLine[];
  /** Island of each bus position, shape [buses]. */
  readonly island: Int32Array;
  readonly islands: number;
}

/** Smaller reactances are taken as this, their sign kept: flow divides by them, pu. */
const LEAST_REACTANCE = 1e-6;

export function toNetwork(
  busNumbers: Iterable<number>,
  lines: readonly Line[],
): { network: Network; warnings: string[] } {
  const warnings: string[] = [];
  const inService = lines.filter((line) => line.in_service !== false);
  const buses = [
    ...new Set([...busNumbers, ...inService.flatMap(({ from_bus, to_bus }) => [from_bus, to_bus])]),
  ];
  const positions = new Map(buses.map((bus, at) => [bus, at]));
  const position = (bus: number): number => {
    const at = positions.get(bus);
    if (at === undefined) throw new RangeError(`bus ${bus} is not part of the network`);
    return at;
  };
  const networkLines = inService.map((line) => toLine(line, position, warnings));
  const island = islandsOf(buses.length, networkLines);
  const islands = island.reduce((most, i) => Math.max(most, i + 1), 0);
  return { network: { buses, position, lines: networkLines, island, islands }, warnings };
}

function toLine(line: Line, position: (bus: number) => number, warnings: string[]): NetworkLine {
  const rating = line.rating_mw || Number.POSITIVE_INFINITY;
  return {
    id: line.id,
    from: position(line.from_bus),
    to: position(line.to_bus),
    susceptance: 1 / reactance(line, warnings),
    resistance: line.r_pu ?? 0,
    rating,
    emergency: line.emergency_rating_mw || rating,
  };
}

function reactance({ id, x_pu }: Line, warnings: string[]): number {
  if (Math.abs(x_pu) >= LEAST_REACTANCE) {
    if (x_pu < 0) warnings.push(`Line ${id}: negative reactance ${x_pu} pu kept (series compensation?)`);
    return x_pu;
  }
  const repaired = Object.is(x_pu, -0) || x_pu < 0 ? -LEAST_REACTANCE : LEAST_REACTANCE;
  warnings.push(`Line ${id}: reactance ${x_pu} pu set to ${repaired} pu`);
  return repaired;
}

/** Union-find; islands are numbered in the order of their first bus. */
export function islandsOf(buses: number, lines: readonly Pick<NetworkLine, 'from' | 'to'>[]): Int32Array {
  const parent = Int32Array.from({ length: buses }, (_, at) => at);
  const root = (at: number): number => {
    let top = at;
    while (parent[top] !== top) top = parent[top] ?? top;
    for (let next = at; next !== top; ) {
      const up = parent[next] ?? top;
      parent[next] = top;
      next = up;
    }
    return top;
  };
  for (const { from, to } of lines) parent[root(from)] = root(to);
  const numbers = new Map<number, number>();
  return Int32Array.from({ length: buses }, (_, at) => {
    const top = root(at);
    const known = numbers.get(top) ?? numbers.size;
    numbers.set(top, known);
    return known;
  });
}
