/**
 * Susceptance matrix of the DC load flow, B' theta = P, without some lines. The first bus of each island
 * is its reference: its row and column are those of the identity, so theta = 0 there.
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

/** Position of one bus per island. */
export function referenceBuses(grid: Grid): number[] {
  return Array.from({ length: grid.islands }, (_, island) => grid.island.indexOf(island));
}

/** Voltage angles, rad x 100 MVA; the reference takes the residue. `injections`: net, shape [horizon][buses], MW. */
export function angles(grid: Grid, factors: Factors, injections: readonly Float64Array[]): Float64Array[] {
  const references = referenceBuses(grid);
  return injections.map((injection) => {
    const rhs = Float64Array.from(injection);
    for (const reference of references) rhs[reference] = 0;
    return factors.solve(rhs);
  });
}

/** Flow of each line, (theta_from - theta_to) / x, MW; lines that are lost carry nothing. */
export function lineFlows(grid: Grid, theta: Float64Array, lost: readonly number[]): Float64Array {
  const flows = new Float64Array(grid.lines.length);
  let position = 0;
  for (const line of grid.lines) {
    flows[position++] = line.susceptance * (at(theta, line.from) - at(theta, line.to));
  }
  for (const line of lost) flows[line] = 0;
  return flows;
}
