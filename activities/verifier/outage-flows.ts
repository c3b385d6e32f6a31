/**
 * Flows after lines are lost, shape [horizon][lines], MW; null when the loss splits an island. Up to
 * REBUILD_BUSES the network is built again without the lines; above, the angles are corrected by the
 * Woodbury identity: theta' = theta + Z (1/b - A'Z)^-1 A' theta with Z = B^-1 A and one column
 * e_from - e_to of A per lost line (Hager, SIAM Review 31, 1989, eq. 2).
 */
import { angles } from './angles.ts';
import { at } from './at.ts';
import { components } from './components.ts';
import { factorizeGrid, referenceBuses } from './dc-matrix.ts';
import { factorize } from './dense-lu.ts';
import type { Grid } from './grid.ts';
import { lineFlows } from './line-flows.ts';

const REBUILD_BUSES = 150;

export type OutageFlows = (lost: readonly number[]) => Float64Array[] | null;

/** `injections` has shape [horizon][buses], MW. */
export function outageFlows(grid: Grid, injections: readonly Float64Array[]): OutageFlows {
  const solve =
    grid.buses.length <= REBUILD_BUSES ? rebuiltFlows(grid, injections) : correctedFlows(grid, injections);
  return (lost) => (splits(grid, lost) ? null : solve(lost));
}

export function rebuiltFlows(grid: Grid, injections: readonly Float64Array[]): OutageFlows {
  return (lost) => {
    const factors = factorizeGrid(grid, lost);
    return factors && angles(grid, factors, injections).map((theta) => lineFlows(grid, theta, lost));
  };
}

export function correctedFlows(grid: Grid, injections: readonly Float64Array[]): OutageFlows {
  const factors = factorizeGrid(grid, []);
  if (!factors) return () => null;
  const base = angles(grid, factors, injections);
  return (lost) => {
    const columns = lost.map((line) => factors.solve(incidence(grid, line)));
    const inner = factorize(innerMatrix(grid, lost, columns), lost.length);
    return (
      inner &&
      base.map((theta) => {
        const weights = inner.solve(lost.map((line) => difference(grid, line, theta)));
        const shifted = theta.map((angle, bus) =>
          columns.reduce((sum, column, index) => sum + at(weights, index) * at(column, bus), angle),
        );
        return lineFlows(grid, shifted, lost);
      })
    );
  };
}

const splits = (grid: Grid, lost: readonly number[]): boolean =>
  components(
    grid.buses.length,
    grid.lines
      .filter((_, line) => !lost.includes(line))
      .map((line): [number, number] => [line.from, line.to]),
  ).length > grid.islands;

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
