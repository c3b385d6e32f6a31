/**
 * The network of a case for the verifier's own load flow. A case without branches is one island without lines, unless
 * it belongs to a stored network. Buses are in reverse breadth-first order, which keeps elimination inside a band.
 */
import type { Hours, JudgedCase, JudgedLine } from './case.ts';
import { at } from './series.ts';

/** Smallest size of a reactance, pu; a smaller one is raised to it, with its sign. */
const MIN_X_PU = 1e-6;

export interface GridLine {
  readonly id: string;
  /** Bus positions. */
  readonly from: number;
  readonly to: number;
  /** 1 / x, pu. */
  readonly susceptance: number;
  /** Phase shift at `from`, rad x 100 MVA; 0 if it is decided. */
  readonly shift: number;
  /** pu on 100 MVA. */
  readonly resistance: number;
  /** MW; Infinity = unlimited. */
  readonly rating: Hours;
  readonly emergency: Hours;
  /** Penalty above the limits, $/MWh; Infinity in every hour = hard limits. */
  readonly penalty: Hours;
}

/** A phase shifter of a line in service: limits of its angle, deg, and cost of a degree, $. */
export interface GridShifter {
  /** Position of the line. */
  readonly position: number;
  readonly least: number;
  readonly most: number;
  readonly cost: number;
}

/** An angle of one degree, rad x 100 MVA. */
export const MW_PER_DEGREE = (1 / 180) * Math.PI * 100;

/** True if the limits of a line may be exceeded at a price. */
export const isSoft = ({ penalty }: Pick<GridLine, 'penalty'>): boolean => Number.isFinite(at(penalty, 0));

/**
 * Limit of a line, MW; Infinity = unlimited, NaN in an hour without a value, so that every check fails. `contingency` =
 * null: in normal operation.
 */
export const limitOf = (
  { rating, emergency }: Pick<GridLine, 'rating' | 'emergency'>,
  contingency: string | null,
  hour: number,
): number => at(contingency === null ? rating : emergency, hour);

/** A DC line: power from one bus to another, set directly. */
export interface GridDcLine extends Pick<GridLine, 'id' | 'from' | 'to'> {
  /** MW. */
  readonly least: Hours;
  readonly most: Hours;
  /** Share of the sent power that does not arrive. */
  readonly loss: number;
  /** $/MWh of the sent power. */
  readonly cost: number;
  /** Limit of the rise from an hour to the next, MW; Infinity = no limit. */
  readonly rampUp: number;
  readonly rampDown: number;
  /** MW before the first hour; undefined = any. */
  readonly before: number | undefined;
}

/**
 * Injections of a DC line at its ends, MW: the sent power leaves one end, and the share that is not lost arrives at the
 * other.
 */
export function dcEnds({ loss }: Pick<GridDcLine, 'loss'>, mw: number): { atFrom: number; atTo: number } {
  const arriving = (1 - loss) * Math.abs(mw);
  return mw < 0 ? { atFrom: arriving, atTo: mw } : { atFrom: -mw, atTo: arriving };
}

export interface Grid {
  /** Bus numbers by position. */
  readonly buses: readonly number[];
  readonly position: ReadonlyMap<number, number>;
  readonly lines: readonly GridLine[];
  readonly shifters: readonly GridShifter[];
  /** In service. */
  readonly dcLines: readonly GridDcLine[];
  /** Island of each bus position. */
  readonly island: readonly number[];
  readonly islands: number;
}

/** Phase shifts that are not decided, rad x 100 MVA, shape [lines]. */
export const fixedShifts = ({ lines }: Pick<Grid, 'lines'>): Float64Array =>
  Float64Array.from(lines, ({ shift }) => shift);

/** Sum of `values`, given by bus, over each island. */
export function byIsland({ island, islands }: Grid, values: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(islands);
  for (const [bus, islandIndex] of island.entries())
    sums[islandIndex] = at(sums, islandIndex) + at(values, bus);
  return sums;
}

export function readGrid(judged: JudgedCase): Grid {
  const { transmission_lines: all, dc_lines: controlled, isPlate } = judged;
  const lines = all.filter((line) => line.in_service);
  const joined = [...all, ...controlled].flatMap((line) => [line.from_bus, line.to_bus]);
  const buses = [...new Set([...resourceBuses(judged), ...joined])];
  const place = new Map(buses.map((bus, position) => [bus, position]));
  const ends = lines.map((line): [number, number] => [
    place.get(line.from_bus) ?? 0,
    place.get(line.to_bus) ?? 0,
  ]);
  const groups = isPlate ? [buses.map((_, position) => position)] : components(buses.length, ends);
  const order = groups.flatMap((group) => group.toReversed());
  const ordered = order.map((position) => buses[position] ?? 0);
  const position = new Map(ordered.map((bus, index) => [bus, index]));
  return {
    buses: ordered,
    position,
    lines: lines.map((line) => toGridLine(line, position)),
    shifters: lines.flatMap(({ shifter }, line) => (shifter ? [{ ...shifter, position: line }] : [])),
    dcLines: controlled.map((line) => ({
      id: line.id,
      from: position.get(line.from_bus) ?? -1,
      to: position.get(line.to_bus) ?? -1,
      least: line.p_min_mw,
      most: line.p_max_mw,
      loss: line.loss_factor,
      cost: line.cost_usd_per_mwh,
      rampUp: line.ramp_up,
      rampDown: line.ramp_down,
      before: line.initial_power_mw,
    })),
    island: groups.flatMap((group, island) => group.map(() => island)),
    islands: groups.length,
  };
}

/** Bus number of each element that feeds or draws power, in their order. */
export const resourceBuses = (judged: JudgedCase): number[] =>
  (['generators', 'loads', 'renewables', 'storage', 'bids', 'demand_response'] as const).flatMap((list) =>
    judged[list].map(({ bus }) => bus),
  );

function toGridLine(line: JudgedLine, position: ReadonlyMap<number, number>): GridLine {
  const x = Math.abs(line.x_pu) < MIN_X_PU ? (line.x_pu < 0 ? -MIN_X_PU : MIN_X_PU) : line.x_pu;
  return {
    id: line.id,
    from: position.get(line.from_bus) ?? 0,
    to: position.get(line.to_bus) ?? 0,
    susceptance: 1 / x,
    shift: line.shifter ? 0 : (line.phase_shift_deg / 180) * Math.PI * 100,
    resistance: line.r_pu,
    rating: line.rating_mw,
    emergency: line.emergency_rating_mw,
    penalty: line.penalty_usd_per_mwh,
  };
}

/** Connected components of a graph; within each, vertices in breadth-first order from a far end. */
export function components(size: number, edges: readonly (readonly [number, number])[]): number[][] {
  const neighbours: number[][] = Array.from({ length: size }, () => []);
  for (const [from, to] of edges) {
    neighbours[from]?.push(to);
    neighbours[to]?.push(from);
  }
  const visited = new Uint8Array(size);
  const groups: number[][] = [];
  for (let vertex = 0; vertex < size; vertex++) {
    if (visited[vertex]) continue;
    const far = breadthFirst(vertex, neighbours).at(-1) ?? vertex;
    const group = breadthFirst(far, neighbours);
    for (const member of group) visited[member] = 1;
    groups.push(group);
  }
  return groups;
}

function breadthFirst(start: number, neighbours: readonly (readonly number[])[]): number[] {
  const reached = new Uint8Array(neighbours.length);
  const order = [start];
  reached[start] = 1;
  for (const vertex of order) {
    for (const next of neighbours[vertex] ?? []) {
      if (reached[next]) continue;
      reached[next] = 1;
      order.push(next);
    }
  }
  return order;
}
