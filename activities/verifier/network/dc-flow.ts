/**
 * DC load flow, B' theta = P, f = (theta_from - theta_to - shift) / x, without the lost lines. A phase shift acts as
 * injections of shift / x at `from` and of minus that at `to`, less shift / x on the line itself (MATPOWER manual,
 * 3.7). The first bus of each island is its reference: its row and column are those of the identity, so theta = 0
 * there.
 */

import type { Grid } from '../schedule/grid.ts';
import { at } from '../schedule/series.ts';
import { type Factors, factorize } from './dense-lu.ts';

export function factorizeGrid(grid: Grid, lost: readonly number[]): Factors | null {
  const size = grid.buses.length;
  const matrix = new Float64Array(size * size);
  const add = (row: number, column: number, value: number) => {
    matrix[row * size + column] = at(matrix, row * size + column) + value;
  };
  for (const [position, line] of grid.lines.entries()) {
    if (lost.includes(position)) continue;
    add(line.from, line.from, line.susceptance);
    add(line.to, line.to, line.susceptance);
    add(line.from, line.to, -line.susceptance);
    add(line.to, line.from, -line.susceptance);
  }
  for (const reference of referenceBuses(grid)) {
    for (let bus = 0; bus < size; bus++) {
      matrix[reference * size + bus] = 0;
      matrix[bus * size + reference] = 0;
    }
    matrix[reference * size + reference] = 1;
  }
  return factorize(matrix, size);
}

/** Position of the reference bus of each island. */
export function referenceBuses(grid: Grid): number[] {
  return Array.from({ length: grid.islands }, (_, island) => grid.island.indexOf(island));
}

/**
 * Voltage angles with the phase shifts of the lines in service, rad x 100 MVA; the reference bus balances its island.
 * `factors`: factorisation without the lines `lost`; `injections`: net, shape [horizon][buses], MW.
 */
export function angles(
  grid: Grid,
  factors: Factors,
  injections: readonly Float64Array[],
  lost: readonly number[],
): Float64Array[] {
  const references = referenceBuses(grid);
  const shifted = [...grid.lines.entries()].filter(
    ([position, { shift }]) => shift !== 0 && !lost.includes(position),
  );
  return injections.map((injection) => {
    const rhs = Float64Array.from(injection);
    for (const [, { from, to, susceptance, shift }] of shifted) {
      rhs[from] = at(rhs, from) + susceptance * shift;
      rhs[to] = at(rhs, to) - susceptance * shift;
    }
    for (const reference of references) rhs[reference] = 0;
    return factors.solve(rhs);
  });
}

/** Flow of each line, MW; 0 for the lost lines. */
export function lineFlows(grid: Grid, theta: Float64Array, lost: readonly number[]): Float64Array {
  const flows = angleFlows(grid, theta);
  for (const [position, { susceptance, shift }] of grid.lines.entries())
    if (shift !== 0) flows[position] = at(flows, position) - susceptance * shift;
  for (const line of lost) flows[line] = 0;
  return flows;
}

/** Flow of each line by the angles, without phase shifts, MW. */
export function angleFlows(grid: Grid, theta: Float64Array): Float64Array {
  const flows = new Float64Array(grid.lines.length);
  let position = 0;
  for (const line of grid.lines) {
    flows[position++] = line.susceptance * (at(theta, line.from) - at(theta, line.to));
  }
  return flows;
}
