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
 * `factors`: factorisation without the lines `lost`; `injections`: net, shape [horizon][buses], MW; `shifts`: shape
 * [horizon][lines], rad x 100 MVA.
 */
export function angles(
  grid: Grid,
  factors: Factors,
  injections: readonly Float64Array[],
  shifts: readonly Float64Array[],
  lost: readonly number[],
): Float64Array[] {
  const references = referenceBuses(grid);
  return injections.map((injection, hour) => {
    const rhs = Float64Array.from(injection);
    for (const [position, shift] of shifts[hour]?.entries() ?? []) {
      const line = grid.lines[position];
      if (shift === 0 || !line || lost.includes(position)) continue;
      const { from, to, susceptance } = line;
      rhs[from] = at(rhs, from) + susceptance * shift;
      rhs[to] = at(rhs, to) - susceptance * shift;
    }
    for (const reference of references) rhs[reference] = 0;
    return factors.solve(rhs);
  });
}

/** Flow of each line, MW; 0 for the lost lines. `shifts`: rad x 100 MVA, shape [lines]. */
export function lineFlows(
  grid: Grid,
  theta: Float64Array,
  shifts: Float64Array | undefined,
  lost: readonly number[],
): Float64Array {
  const flows = angleFlows(grid, theta);
  for (const [position, { susceptance }] of grid.lines.entries()) {
    const shift = at(shifts ?? [], position);
    if (shift !== 0) flows[position] = at(flows, position) - susceptance * shift;
  }
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
