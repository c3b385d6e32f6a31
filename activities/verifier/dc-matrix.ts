/**
 * Susceptance matrix of the DC load flow, B' theta = P, without some lines. The first bus of each island
 * is its reference: its row and column are those of the identity, so theta = 0 there.
 */
import { at } from './at.ts';
import { type Factors, factorize } from './dense-lu.ts';
import type { Grid } from './grid.ts';

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
