/** Voltage angles of the DC load flow for net injections, rad x 100 MVA; the reference takes the residue. */

import { referenceBuses } from './dc-matrix.ts';
import type { Factors } from './dense-lu.ts';
import type { Grid } from './grid.ts';

/** `injections` has shape [horizon][buses], MW. */
export function angles(grid: Grid, factors: Factors, injections: readonly Float64Array[]): Float64Array[] {
  const references = referenceBuses(grid);
  return injections.map((injection) => {
    const rhs = Float64Array.from(injection);
    for (const reference of references) rhs[reference] = 0;
    return factors.solve(rhs);
  });
}
