/**
 * Start-up cost by hours off, in the matching form of Knueven, Ostrowski, Watson, "A novel matching formulation for
 * startup costs in unit commitment" (2020): a start pays the coldest tier unless it is matched with the stop before it,
 * and then gets back the difference to its actual tier:
 *
 *     sum_{t'} m[t',t] <= v[t]       sum_t m[t',t] <= w[t']       cost (C(t - t') - C_cold) m[t',t]
 *
 * The cost of a stop does not depend on the hours before it: it is the cost of w itself (variables.ts).
 */
import { startupCost } from '../../../temporal/case/arithmetic/unit-cost.ts';
import { atMost, type Column, type MilpBuilder, type Term } from '../../milp/model.ts';
import type { Instance, Unit } from '../instance.ts';
import type { Variables } from '../variables.ts';

export function addStartup(milp: MilpBuilder, { units, periods, jobType }: Instance, x: Variables): void {
  if (jobType === 'ed') return;
  for (const [g, unit] of units.entries()) {
    const coldest = unit.startupTiers.at(-1)?.cost ?? 0;
    if (unit.startupTiers.some(({ cost }) => cost !== coldest))
      matchStarts(milp, unit, g, coldest, periods, x);
  }
}

function matchStarts(
  milp: MilpBuilder,
  unit: Unit,
  g: number,
  coldest: number,
  periods: number,
  x: Variables,
): void {
  const byStart = Array.from({ length: periods }, (): Column[] => []);
  for (let stop = unit.onBefore ? 0 : -1; stop < periods; stop++) {
    const matches = addMatches(milp, unit, coldest, stop, byStart);
    const limit: Term[] = stop < 0 ? [] : [[-1, x.shutdown(g, stop)]];
    milp.row(atMost(stop < 0 ? unit.count : 0, [...once(matches), ...limit]));
  }
  for (const [t, matches] of byStart.entries()) {
    milp.row(atMost(0, [...once(matches), [-1, x.startup(g, t)]]));
  }
}

const once = (columns: readonly Column[]): Term[] => columns.map((column): Term => [1, column]);

/** Columns that match the stop of hour `stop` (-1: off since before the first hour) with later starts. */
function addMatches(
  milp: MilpBuilder,
  unit: Unit,
  coldest: number,
  stop: number,
  byStart: readonly Column[][],
): Column[] {
  const matches: Column[] = [];
  for (const [t, starts] of byStart.entries()) {
    const hoursOff = stop < 0 ? t + unit.hoursBefore : t - stop;
    const refund = startupCost(unit.startupTiers, hoursOff) - coldest;
    // The bounds of u, not the minimum down time, limit how soon a unit that is off at the beginning may start.
    const tooSoon = stop >= 0 && hoursOff < unit.minDowntime;
    if (t <= stop || tooSoon || refund >= 0) continue;
    const match = milp.column({ cost: refund, upper: unit.count });
    matches.push(match);
    starts.push(match);
  }
  return matches;
}
