/**
 * Flows after lines are lost, shape [horizon][lines], MW; null when the loss splits an island. Up to
 * REBUILD_BUSES the network is built again without the lines; above, the flows are corrected by the
 * Woodbury identity: theta' = theta + Z (1/b - A'Z)^-1 (A' theta - shift) with Z = B^-1 A and one column
 * e_from - e_to of A per lost line (Hager, SIAM Review 31, 1989, eq. 2). Flows are linear in angles, so that those of
 * the columns of Z are computed once for all hours.
 */

import type { Grid } from '../schedule/grid.ts';
import { at } from '../schedule/series.ts';
import { angleFlows, angles, factorizeGrid, lineFlows, referenceBuses } from './dc-flow.ts';
import { type Factors, factorize } from './dense-lu.ts';

const REBUILD_BUSES = 150;

type OutageFlows = (lost: readonly number[]) => Float64Array[] | null;

/** `injections`: shape [horizon][buses], MW; `factors`: of the whole network, null when it is singular. */
export function outageFlows(
  grid: Grid,
  factors: Factors | null,
  injections: readonly Float64Array[],
): OutageFlows {
  const isSmall = grid.buses.length <= REBUILD_BUSES;
  const solve = isSmall ? rebuiltFlows(grid, injections) : correctedFlows(grid, factors, injections);
  return (lost) => (splits(grid, lost) ? null : solve(lost));
}

export function rebuiltFlows(grid: Grid, injections: readonly Float64Array[]): OutageFlows {
  return (lost) => {
    const factors = factorizeGrid(grid, lost);
    return factors && angles(grid, factors, injections, lost).map((theta) => lineFlows(grid, theta, lost));
  };
}

export function correctedFlows(
  grid: Grid,
  factors: Factors | null,
  injections: readonly Float64Array[],
): OutageFlows {
  if (!factors) return () => null;
  const base = angles(grid, factors, injections, []);
  const before = base.map((theta) => lineFlows(grid, theta, []));
  return (lost) => {
    const correction = correctionFor(grid, factors, lost);
    if (!correction) return null;
    const shifts = correction.columns.map((column) => angleFlows(grid, column));
    return base.map((theta, hour) => {
      const weights = correction.weights(
        lost.map((line) => difference(grid, line, theta) - (grid.lines[line]?.shift ?? 0)),
      );
      const after = Float64Array.from(before[hour] ?? []);
      for (const [index, shift] of shifts.entries()) addMultiple(after, at(weights, index), shift);
      for (const line of lost) after[line] = 0;
      return after;
    });
  };
}

interface Correction {
  /** Z, one angle per bus for each lost line. */
  readonly columns: readonly Float64Array[];
  /** (1/b - A'Z)^-1 times what drives a flow over each lost line: the angle across it, less its phase shift. */
  weights(across: readonly number[]): Float64Array;
}

function correctionFor(grid: Grid, factors: Factors, lost: readonly number[]): Correction | null {
  const columns = lost.map((line) => factors.solve(incidence(grid, line)));
  const inner = factorize(innerMatrix(grid, lost, columns), lost.length);
  return inner && { columns, weights: (across) => inner.solve(across) };
}

/**
 * Shift factors of a line in the network without `lost`, MW over it for 1 MW into each bus, shape [buses]: its
 * susceptance times the angles that 1 MW from one end to the other would make, since B' is symmetric. Null when the
 * line is lost itself or the loss splits an island.
 */
export function shiftFactors(
  grid: Grid,
  factors: Factors,
  line: number,
  lost: readonly number[],
): Float64Array | null {
  if (lost.includes(line) || splits(grid, lost)) return null;
  const theta = factors.solve(incidence(grid, line));
  const correction = correctionFor(grid, factors, lost);
  if (!correction) return null;
  const weights = correction.weights(lost.map((line) => difference(grid, line, theta)));
  for (const [index, column] of correction.columns.entries()) addMultiple(theta, at(weights, index), column);
  const { susceptance } = grid.lines[line] ?? { susceptance: Number.NaN };
  return theta.map((angle) => susceptance * angle);
}

/** x += factor y, for as many as x has. */
export function addMultiple(x: Float64Array, factor: number, y: Float64Array): void {
  for (let position = 0; position < x.length; position++) {
    // Not at(): this is most of the work, and that function sees arrays of every kind.
    x[position] = (x[position] ?? Number.NaN) + factor * (y[position] ?? Number.NaN);
  }
}

const splits = (grid: Grid, lost: readonly number[]): boolean =>
  lost.length > 0 && islandCount(grid, lost) > grid.islands;

/** Islands that are left without some lines, by union-find with path halving. */
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
      const own = lost[index] === row ? 1 / (grid.lines[row]?.susceptance ?? Number.NaN) : 0;
      return own - difference(grid, row, column);
    }),
  );
  return Float64Array.from(entries);
}
