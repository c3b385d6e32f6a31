/**
 * Commitment logic (Garver 1962; Knueven, Ostrowski, Watson 2020 (2); pglib-uc (6), (12)):
 *
 *     u[g,t] - u[g,t-1] = v[g,t] - w[g,t]
 */
import { atMost, equal, type MilpBuilder, type Term } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { Variables } from '../variables.ts';

export function addLogic(milp: MilpBuilder, { units, periods }: Instance, x: Variables): void {
  for (const [g, { onBefore, count }] of units.entries()) {
    for (let t = 0; t < periods; t++) {
      const before: Term[] = t > 0 ? [[-1, x.on(g, t - 1)]] : [];
      const value = t === 0 && onBefore ? count : 0;
      milp.row(equal(value, [[1, x.on(g, t)], ...before, [-1, x.startup(g, t)], [1, x.shutdown(g, t)]]));
    }
  }
}

/**
 * Minimum up and down times: the turn-on/off inequalities (3) and (4) of Rajan and Takriti, "Minimum up/down polytopes
 * of the unit commitment problem with start-up costs", IBM RC23628 (2005), for every hour:
 *
 *     sum_{i=t-UT+1..t} v[g,i] <= u[g,t]        sum_{i=t-DT+1..t} w[g,i] <= n - u[g,t]
 *
 * They imply v + w <= n, where n is the number of equal units. The bounds of u contain the initial status. Returns the
 * rows.
 */
export function addMinimumTimes(milp: MilpBuilder, { units, periods }: Instance, x: Variables): number[] {
  const rows: number[] = [];
  for (const [g, { minUptime, minDowntime, count }] of units.entries()) {
    for (let t = 0; t < periods; t++) {
      rows.push(milp.row(atMost(0, [...lastHours(minUptime, t, (i) => x.startup(g, i)), [-1, x.on(g, t)]])));
      rows.push(
        milp.row(atMost(count, [...lastHours(minDowntime, t, (i) => x.shutdown(g, i)), [1, x.on(g, t)]])),
      );
    }
  }
  return rows;
}

/** Terms of the last `hours` hours up to and including t, as far as they lie within the horizon. */
export function lastHours(hours: number, t: number, column: (i: number) => number): Term[] {
  const first = Math.max(0, t - hours + 1);
  return Array.from({ length: t - first + 1 }, (_, k): Term => [1, column(first + k)]);
}
