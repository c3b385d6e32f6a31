/**
 * Transmission losses L of the islands in one hour, bounded below by their tangent at the flows f of the result; they
 * are drawn where the load is:
 *
 *     L >= LF n - sum r f (f - 2 c) / 100 MVA     n: supply less load,   LF[b] = sum 2 r f h[b] / 100 MVA
 *
 * c being what phase shifts make flow, less what power_balance lets a schedule fall short of.
 */

import { MISSING_MW, MISSING_SHARE } from '../checks/power-balance.ts';
import { referenceBuses } from '../network/dc-flow.ts';
import type { Factors } from '../network/dense-lu.ts';
import { BASE_MVA } from '../network/injections.ts';
import type { Grid } from '../schedule/grid.ts';
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
  const sources = new Float64Array(grid.buses.length);
  const excess = new Float64Array(grid.islands).fill(MISSING_MW);
  for (const [position, { from, to, resistance, susceptance }] of grid.lines.entries()) {
    const mw = flow(position);
    const own = grid.island[from] ?? 0;
    excess[own] = at(excess, own) + (kept * resistance * mw * (mw - 2 * offset(position))) / BASE_MVA;
    const slope = (kept * 2 * resistance * mw * susceptance) / BASE_MVA;
    sources[from] = at(sources, from) + slope;
    sources[to] = at(sources, to) - slope;
  }
  for (const reference of referenceBuses(grid)) sources[reference] = 0;
  return {
    factors: whereLossesAreDrawn(grid, factors.solve(sources), shares),
    excess,
  };
}

/** `worth` of a MW whose surplus over the load of its island is lost by `shares`; shape [buses]. */
export function whereLossesAreDrawn(
  { island, islands }: Grid,
  worth: Float64Array,
  shares: Float64Array,
): Float64Array {
  const mean = new Float64Array(islands);
  for (const [bus, own] of island.entries()) mean[own] = at(mean, own) + at(shares, bus) * at(worth, bus);
  return worth.map((value, bus) => value - at(mean, island[bus] ?? 0));
}

/** Share of each bus of the losses of its island: that of its load, even without load; shape [buses]. */
export function lossShares({ grid: { island, islands }, load }: Schedule, hour: number): Float64Array {
  const loads = Float64Array.from(load, (series) => Math.max(0, at(series, hour)));
  const totals = new Float64Array(islands);
  const counts = new Float64Array(islands);
  for (const [bus, own] of island.entries()) {
    totals[own] = at(totals, own) + at(loads, bus);
    counts[own] = at(counts, own) + 1;
  }
  return loads.map((mw, bus) => {
    const own = island[bus] ?? 0;
    return at(totals, own) > 0 ? mw / at(totals, own) : 1 / at(counts, own);
  });
}
