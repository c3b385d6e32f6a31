/**
 * Where the reported flows leave transmission losses, shape [horizon][buses], MW: by Kirchhoff's current
 * law what enters a bus and does not leave it over a line is lost there.
 */
import { at } from './at.ts';
import { readSeries } from './read-series.ts';
import type { Schedule } from './schedule.ts';

export function lossWithdrawals(schedule: Schedule, injections: readonly Float64Array[]): Float64Array[] {
  const { grid, hours, result } = schedule;
  const flows = grid.lines.map((line) => readSeries(result.flows_mw, line.id, hours.length));
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
