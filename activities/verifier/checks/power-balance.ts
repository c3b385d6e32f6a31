/**
 * Power balance of every island and hour:
 *   sum p + renewables + discharge - charge + unserved = load + losses  [MW].
 * Unserved energy lies in 0..max(load, 0) of its bus; losses are near sum r f^2 / 100 MVA.
 */
import { at } from '../at.ts';
import { injections } from '../injections.ts';
import { lossWithdrawals } from '../loss-withdrawals.ts';
import { readSeries } from '../read-series.ts';
import type { Rule } from '../rule.ts';
import type { Schedule } from '../schedule.ts';
import { unknownKeys } from '../unknown-keys.ts';

const BASE_MVA = 100;
/** How far linearised losses may be from r f^2: a share and a constant, MW. */
const LOSS_SHARE = 0.05;
const LOSS_MW = 1;

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
    const surplus = new Float64Array(grid.islands);
    for (const [bus, island] of grid.island.entries()) {
      surplus[island] = at(surplus, island) + at(net, bus);
    }
    yield* surplus.map(Math.abs);
  }
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
    const physical = grid.lines.reduce(
      (sum, line, position) => sum + (line.resistance * at(flows[position] ?? [], hour) ** 2) / BASE_MVA,
      0,
    );
    yield Math.abs(at(losses, hour) - physical) - LOSS_SHARE * physical - LOSS_MW;
  }
}
