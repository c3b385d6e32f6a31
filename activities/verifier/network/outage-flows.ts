/**
 * Flows after lines are lost, shape [horizon][lines], MW; null when the loss splits an island. Up to REBUILD_BUSES
 * buses, the network is built again without the lines. In larger networks the flows are corrected by the Woodbury
 * identity: theta' = theta + Z (1/b - A'Z)^-1 (A' theta - shift) with Z = B^-1 A and one column e_from - e_to of A per
 * lost line (Hager, SIAM Review 31, 1989, eq. 2). theta: bus angles; b, shift: susceptances and phase shifts of the
 * lost lines; B: bus susceptance matrix. Each column of Z causes the same flows in all hours, so these flows are
 * computed once.
 */

import { fixedShifts, type Grid } from '../schedule/grid.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';
import { angleFlows, angles, factorizeGrid, lineFlows, referenceBuses } from './dc-flow.ts';
import { type Factors, factorize } from './dense-lu.ts';
import { withAngles } from './phase-shifters.ts';

const REBUILD_BUSES = 150;

/** Flows of some lines after an outage. */
export interface Reached {
  /** Positions of these lines. */
  readonly lines: Int32Array;
  /** Shape [horizon][lines], MW. */
  readonly flows: readonly Float64Array[];
}

/**
 * Flows after the lines `lost` are lost; null if that splits an island. `slack`, MW by line: lines whose flow changes
 * by no more in any hour are left out; absent = all lines are kept.
 */
export type ReachedFlows = (lost: readonly number[], slack?: Float64Array) => Reached | null;

/**
 * `injections`: shape [horizon][buses], MW; `factors`: of the whole network, null when it is singular; `shifts`: rad x
 * 100 MVA, shape [horizon][lines], by default those that are not decided.
 */
export function reachedFlows(
  grid: Grid,
  factors: Factors | null,
  injections: readonly Float64Array[],
  shifts: readonly Float64Array[] = fixedIn(grid, injections),
): ReachedFlows {
  const isSmall = grid.buses.length <= REBUILD_BUSES;
  const solve = isSmall
    ? rebuiltFlows(grid, injections, shifts)
    : correctedFlows(grid, factors, injections, shifts);
  const splits = splitsIsland(grid);
  return (lost, slack) => (splits(lost) ? null : solve(lost, slack));
}

function fixedIn(grid: Grid, injections: readonly Float64Array[]): Float64Array[] {
  const fixed = fixedShifts(grid);
  return injections.map(() => fixed);
}

/**
 * Flows caused by phase shifts alone: a function of an outage and an hour, MW, shape [lines]. Undefined if there are no
 * phase shifts.
 */
export function stillFlows({ grid, hours, shifters, shifts }: Schedule, factors: Factors | null) {
  if (shifters.length === 0 && grid.lines.every(({ shift }) => shift === 0)) return undefined;
  const none = new Float64Array(grid.buses.length);
  // Without decided shifts all hours are alike.
  const alike = shifters.length === 0;
  const solve = reachedFlows(grid, factors, alike ? [none] : hours.map(() => none), shifts);
  const cache = new Map<string, readonly Float64Array[] | undefined>();
  return (lost: readonly number[], hour: number): Float64Array | undefined => {
    const key = lost.join();
    if (!cache.has(key)) cache.set(key, solve(lost)?.flows);
    return cache.get(key)?.[alike ? 0 : hour];
  };
}

const positionsOf = ({ lines }: Grid): Int32Array => Int32Array.from(lines.keys());

export function rebuiltFlows(
  grid: Grid,
  injections: readonly Float64Array[],
  shifts: readonly Float64Array[] = fixedIn(grid, injections),
): ReachedFlows {
  const lines = positionsOf(grid);
  return (lost) => {
    const factors = factorizeGrid(grid, lost);
    const after = factors && angles(grid, factors, injections, shifts, lost);
    return after && { lines, flows: after.map((theta, hour) => lineFlows(grid, theta, shifts[hour], lost)) };
  };
}

export function correctedFlows(
  grid: Grid,
  factors: Factors | null,
  injections: readonly Float64Array[],
  shifts: readonly Float64Array[] = fixedIn(grid, injections),
): ReachedFlows {
  if (!factors) return () => null;
  const all = positionsOf(grid);
  const base = angles(grid, factors, injections, shifts, []);
  const before = base.map((theta, hour) => lineFlows(grid, theta, shifts[hour], []));
  return (lost, slack) => {
    const correction = correctionFor(grid, factors, lost);
    if (!correction) return null;
    const moved = correction.columns.map((column) => angleFlows(grid, column));
    const weights = base.map((theta, hour) =>
      correction.weights(lost.map((line) => difference(grid, line, theta) - at(shifts[hour] ?? [], line))),
    );
    const lines = slack ? all.filter(isReached(moved, weights, slack)) : all;
    const flows = before.map((flow, hour) =>
      Float64Array.from(lines, (line) =>
        lost.includes(line)
          ? 0
          : moved.reduce(
              (sum, shift, index) => sum + at(weights[hour] ?? [], index) * at(shift, line),
              at(flow, line),
            ),
      ),
    );
    return { lines, flows };
  };
}

/** True if the flow of a line may change by more than its slack, or is not a number. */
function isReached(
  shifts: readonly Float64Array[],
  weights: readonly Float64Array[],
  slack: Float64Array,
): (line: number) => boolean {
  const largest = shifts.map((_, index) => Math.max(...weights.map((weight) => Math.abs(at(weight, index)))));
  return (line) => {
    let reach = 0;
    for (const [index, shift] of shifts.entries()) reach += at(largest, index) * Math.abs(at(shift, line));
    return !(reach <= at(slack, line));
  };
}

interface Correction {
  /** Columns of Z: bus angles for each lost line, shape [lost][buses]. */
  readonly columns: readonly Float64Array[];
  /** (1/b - A'Z)^-1 times `across`: for each lost line, the angle across it less its phase shift. */
  weights(across: readonly number[]): Float64Array;
}

function correctionFor(grid: Grid, factors: Factors, lost: readonly number[]): Correction | null {
  const columns = lost.map((line) => factors.solve(incidence(grid, line)));
  const inner = factorize(innerMatrix(grid, lost, columns), lost.length);
  return inner && { columns, weights: (across) => inner.solve(across) };
}

/**
 * Shift factors of a line in the network without `lost`: flow per MW injected at each bus, then per degree of each phase
 * shifter, shape [effectCount]. Since B' is symmetric, those of the buses are its susceptance times the angles that 1 MW
 * from one end to the other would cause. Null when the line is lost itself or the loss splits an island.
 */
export function shiftFactors(
  grid: Grid,
  factors: Factors,
  line: number,
  lost: readonly number[],
): Float64Array | null {
  if (lost.includes(line) || splitsIsland(grid)(lost)) return null;
  const theta = factors.solve(incidence(grid, line));
  const correction = correctionFor(grid, factors, lost);
  if (!correction) return null;
  const weights = correction.weights(lost.map((line) => difference(grid, line, theta)));
  for (const [index, column] of correction.columns.entries()) addMultiple(theta, at(weights, index), column);
  const { susceptance } = grid.lines[line] ?? { susceptance: Number.NaN };
  const row = theta.map((angle) => susceptance * angle);
  return withAngles(grid, row, (position) => Number(position === line), lost);
}

/** x += factor y, over the length of x. */
export function addMultiple(x: Float64Array, factor: number, y: Float64Array): void {
  for (let position = 0; position < x.length; position++) {
    // Reads by index: most of the time is spent here, and `at` is slower, since all kinds of arrays use it.
    x[position] = (x[position] ?? Number.NaN) + factor * (y[position] ?? Number.NaN);
  }
}

/** Returns a function: true if the loss of lines splits an island, so that no path joins the ends of one of them. */
export function splitsIsland({
  buses,
  lines,
}: Pick<Grid, 'buses' | 'lines'>): (lost: readonly number[]) => boolean {
  const neighbours = buses.map((): { line: number; bus: number }[] => []);
  for (const [line, { from, to }] of lines.entries()) {
    neighbours[from]?.push({ line, bus: to });
    neighbours[to]?.push({ line, bus: from });
  }
  return (lost) => {
    const step = (front: readonly number[]): number[] =>
      front.flatMap((at) =>
        (neighbours[at] ?? []).filter(({ line }) => !lost.includes(line)).map(({ bus }) => bus),
      );
    return lost.some((line) => !meet(lines[line]?.from ?? 0, lines[line]?.to ?? 0, step));
  };
}

/**
 * True if a path joins two buses. Breadth-first searches begin at both; the search with the smaller front is continued.
 * `step`: neighbours of a set of buses.
 */
function meet(from: number, to: number, step: (front: readonly number[]) => number[]): boolean {
  let [front, reached] = [[from], new Set([from])];
  let [back, others] = [[to], new Set([to])];
  while (front.length > 0) {
    if (front.some((bus) => others.has(bus))) return true;
    // Each bus is kept once; otherwise the front of a meshed network grows with the number of paths.
    const next = [...new Set(step(front))].filter((bus) => !reached.has(bus));
    for (const bus of next) reached.add(bus);
    [front, back, reached, others] =
      next.length <= back.length ? [next, back, reached, others] : [back, next, others, reached];
  }
  return false;
}

function incidence(grid: Grid, position: number): Float64Array {
  const column = new Float64Array(grid.buses.length);
  const line = grid.lines[position];
  if (line) {
    column[line.from] = 1;
    column[line.to] = -1;
  }
  for (const reference of referenceBuses(grid)) column[reference] = 0;
  return column;
}

function difference(grid: Grid, position: number, theta: Float64Array): number {
  const line = grid.lines[position];
  return line ? at(theta, line.from) - at(theta, line.to) : Number.NaN;
}

function innerMatrix(grid: Grid, lost: readonly number[], columns: readonly Float64Array[]): Float64Array {
  const entries = lost.flatMap((row) =>
    columns.map((column, index) => {
      const diagonal = lost[index] === row ? 1 / (grid.lines[row]?.susceptance ?? Number.NaN) : 0;
      return diagonal - difference(grid, row, column);
    }),
  );
  return Float64Array.from(entries);
}
