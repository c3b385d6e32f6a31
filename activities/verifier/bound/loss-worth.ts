/**
 * Transmission losses L of the islands in one hour, bounded below by their tangent at the flows f of the result; they
 * are drawn where the load is:
 *
 *     L >= LF n - sum r f (f - 2 c) / 100 MVA     n: supply less load,   LF[b] = sum 2 r f h[b] / 100 MVA
 *
 * c being what phase shifts make flow, less what power_balance lets a schedule fall short of.
 */

import { MISSING_MW, MISSING_SHARE } from '../checks/network.ts';
import type { Factors } from '../network/dense-lu.ts';
import { BASE_MVA, lossSlopes } from '../network/injections.ts';
import { byIsland, type Grid } from '../schedule/grid.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';

interface LossTangent {
  /** MW lost for a MW more, shape [buses]. */
  readonly factors: Float64Array;
  /** What the product of factors and supply less load exceeds the bound by, MW, shape [islands]. */
  readonly excess: Float64Array;
}

/** `shares`: of each bus of the losses of its island. */
export function lossTangent(
  grid: Grid,
  factors: Factors,
  flow: (line: number) => number,
  offset: (line: number) => number,
  shares: Float64Array,
): LossTangent {
  const kept = 1 - MISSING_SHARE;
  const excess = new Float64Array(grid.islands).fill(MISSING_MW);
  for (const [position, { from, resistance }] of grid.lines.entries()) {
    const mw = flow(position);
    const own = grid.island[from] ?? 0;
    excess[own] = at(excess, own) + (kept * resistance * mw * (mw - 2 * offset(position))) / BASE_MVA;
  }
  return { factors: whereLossesAreDrawn(grid, lossSlopes(grid, factors, flow, kept), shares), excess };
}

/** `worth` of a MW whose surplus over the load of its island is lost by `shares`; shape [buses]. */
export function whereLossesAreDrawn(grid: Grid, worth: Float64Array, shares: Float64Array): Float64Array {
  const mean = byIsland(
    grid,
    worth.map((value, bus) => at(shares, bus) * value),
  );
  return worth.map((value, bus) => value - at(mean, grid.island[bus] ?? 0));
}

/** Share of each bus of the losses of its island: that of its load, even without load; shape [buses]. */
export function lossShares({ grid, load }: Schedule, hour: number): Float64Array {
  const loads = Float64Array.from(load, (series) => Math.max(0, at(series, hour)));
  const totals = byIsland(grid, loads);
  const counts = byIsland(grid, new Float64Array(loads.length).fill(1));
  return loads.map((mw, bus) => {
    const own = grid.island[bus] ?? 0;
    return at(totals, own) > 0 ? mw / at(totals, own) : 1 / at(counts, own);
  });
}
