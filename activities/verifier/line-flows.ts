/** Flow of each line, (theta_from - theta_to) / x, MW; lines that are lost carry nothing. */
import { at } from './at.ts';
import type { Grid } from './grid.ts';

export function lineFlows(grid: Grid, theta: Float64Array, lost: readonly number[]): Float64Array {
  const flows = Float64Array.from(
    grid.lines,
    (line) => line.susceptance * (at(theta, line.from) - at(theta, line.to)),
  );
  for (const line of lost) flows[line] = 0;
  return flows;
}
