/** Net injection by bus, shape [horizon][buses], MW: output, storage, DC lines, bids and unserved energy minus load. */

import { signOf } from '../schedule/accepted.ts';
import { dcEnds, type Grid } from '../schedule/grid.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';
import { referenceBuses } from './dc-flow.ts';
import type { Factors } from './dense-lu.ts';
import { withAngles } from './phase-shifters.ts';

export function injections(schedule: Schedule): Float64Array[] {
  const { grid, hours, load, unserved } = schedule;
  return hours.map((hour) => {
    const net = Float64Array.from(
      grid.buses,
      (_, bus) => at(unserved[bus] ?? [], hour) - at(load[bus] ?? [], hour),
    );
    const inject = (bus: number, mw: number) => {
      const position = grid.position.get(bus) ?? -1;
      net[position] = at(net, position) + mw;
    };
    for (const { bus, output } of schedule.units) inject(bus, at(output, hour));
    for (const { bus, output } of schedule.renewables) inject(bus, at(output, hour));
    for (const { bus, charge, discharge } of schedule.storages)
      inject(bus, at(discharge, hour) - at(charge, hour));
    for (const bid of schedule.bids) inject(bid.bus, signOf(bid) * at(bid.accepted, hour));
    for (const { bus, reduced, recovered } of schedule.demandResponse)
      inject(bus, at(reduced, hour) - at(recovered, hour));
    for (const { line, power } of schedule.dcLines) {
      const { atFrom, atTo } = dcEnds(line, at(power, hour));
      net[line.from] = at(net, line.from) + atFrom;
      net[line.to] = at(net, line.to) + atTo;
    }
    return net;
  });
}

/**
 * Transmission losses by bus, shape [horizon][buses], MW, by the reported flows: by Kirchhoff's current law, power that
 * enters a bus and does not leave it over a line is lost there.
 */
export function lossWithdrawals(schedule: Schedule, injections: readonly Float64Array[]): Float64Array[] {
  const { flows, grid, hours } = schedule;
  return hours.map((hour) => {
    const lost = Float64Array.from(injections[hour] ?? []);
    for (const [position, line] of grid.lines.entries()) {
      const flow = at(flows[position] ?? [], hour);
      lost[line.from] = at(lost, line.from) - flow;
      lost[line.to] = at(lost, line.to) + flow;
    }
    return lost;
  });
}

/** Base power of the per-unit resistances, MVA. */
export const BASE_MVA = 100;

/** Losses of the DC approximation, sum r f^2 / 100 MVA, MW, shape [islands]. `flow`: MW of a line by position. */
export function physicalLosses(
  { lines, island, islands }: Grid,
  flow: (line: number) => number,
): Float64Array {
  const losses = new Float64Array(islands);
  for (const [position, { from, resistance }] of lines.entries()) {
    const islandIndex = island[from] ?? 0;
    const mw = flow(position);
    // Not `**`: the standard leaves its last digit to the implementation, and certificates must be the same everywhere.
    losses[islandIndex] = at(losses, islandIndex) + (resistance * (mw * mw)) / BASE_MVA;
  }
  return losses;
}

/**
 * Marginal losses by bus, then by phase shifter, sum_l 2 r[l] f[l] h[l,b] / 100 MVA, shape [effectCount]: minus the
 * angles caused by injections of 2 r f b at both ends of each line. `share`: share of the losses that counts.
 */
export function lossSlopes(
  grid: Grid,
  factors: Factors,
  flow: (line: number) => number,
  share = 1,
): Float64Array {
  const ends = new Float64Array(grid.buses.length);
  for (const [position, { from, to, resistance, susceptance }] of grid.lines.entries()) {
    const slope = (share * 2 * resistance * flow(position) * susceptance) / BASE_MVA;
    ends[from] = at(ends, from) + slope;
    ends[to] = at(ends, to) - slope;
  }
  for (const reference of referenceBuses(grid)) ends[reference] = 0;
  return withAngles(grid, factors.solve(ends), (line) => {
    const { resistance = Number.NaN } = grid.lines[line] ?? {};
    return (share * 2 * resistance * flow(line)) / BASE_MVA;
  });
}
