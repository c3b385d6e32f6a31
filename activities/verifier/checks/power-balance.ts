/**
 * Power balance of every island and hour:
 *   sum p + renewables + discharge - charge + unserved = load + losses  [MW].
 * Unserved energy lies in 0..max(load, 0) of its bus; losses are near sum r f^2 / 100 MVA, and in no island far below.
 */

import { injections, lossWithdrawals, physicalLosses } from '../network/injections.ts';
import type { Grid } from '../schedule/grid.ts';
import type { Rule, Schedule } from '../schedule/schedule.ts';
import { at, readSeries, unknownKeys } from '../schedule/series.ts';

/** How far linearised losses may be from r f^2: a share and a constant, MW. */
const LOSS_SHARE = 0.05;
const LOSS_MW = 1;
/** How far too little of them may be in an island, a share and MW: what is not lost need not be produced. */
export const MISSING_SHARE = 0.01;
export const MISSING_MW = 0.1;

export const powerBalance: Rule = {
  name: 'power_balance',
  tolerance: 1e-3,
  *excesses(schedule) {
    yield* unservedExcesses(schedule);
    yield* schedule.payload.options?.losses && schedule.grid.lines.length > 0
      ? lossyBalance(schedule)
      : losslessBalance(schedule);
  },
};

function* unservedExcesses({ grid, hours, load, payload, result, unserved }: Schedule): Iterable<number> {
  const priced = payload.options?.unserved_energy_usd_per_mwh !== undefined;
  yield* unknownKeys(result.unserved_mw, priced ? grid.buses.map((bus) => `bus_${bus}`) : []);
  for (const [bus, shed] of unserved.entries()) {
    for (const hour of hours) {
      yield -at(shed, hour);
      yield at(shed, hour) - Math.max(at(load[bus] ?? [], hour), 0);
    }
  }
}

function* losslessBalance(schedule: Schedule): Iterable<number> {
  const { grid } = schedule;
  for (const net of injections(schedule)) {
    yield* byIsland(grid, net).map(Math.abs);
  }
}

/** `values`: by bus. */
function byIsland({ island, islands }: Grid, values: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(islands);
  for (const [bus, own] of island.entries()) sums[own] = at(sums, own) + at(values, bus);
  return sums;
}

function* lossyBalance(schedule: Schedule): Iterable<number> {
  const { grid, hours, losses, result } = schedule;
  const net = injections(schedule);
  const withdrawn = lossWithdrawals(schedule, net);
  const flows = grid.lines.map((line) => readSeries(result.flows_mw, line.id, hours.length));
  for (const hour of hours) {
    const lost = withdrawn[hour] ?? [];
    yield Math.abs(Float64Array.from(lost).reduce((sum, mw) => sum + mw, 0) - at(losses, hour));
    yield* Float64Array.from(lost, (mw) => -mw);
    const physical = physicalLosses(grid, (line) => at(flows[line] ?? [], hour));
    const total = physical.reduce((sum, mw) => sum + mw, 0);
    yield Math.abs(at(losses, hour) - total) - LOSS_SHARE * total - LOSS_MW;
    const drawn = byIsland(grid, lost);
    yield* physical.map((mw, island) => (1 - MISSING_SHARE) * mw - MISSING_MW - at(drawn, island));
  }
}
