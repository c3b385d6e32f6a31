/**
 * Commitment logic (Garver 1962; Knueven, Ostrowski, Watson 2020 (2); pglib-uc (6), (12)):
 *
 *     u[g,t] - u[g,t-1] = v[g,t] - w[g,t]
 */
import { equal, type MilpBuilder, type Term } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { Variables } from './variables.ts';

export function addLogic(milp: MilpBuilder, { units, periods }: Instance, x: Variables): void {
  for (const [g, { onBefore, count }] of units.entries()) {
    for (let t = 0; t < periods; t++) {
      const before: Term[] = t > 0 ? [[-1, x.on(g, t - 1)]] : [];
      const value = t === 0 && onBefore ? count : 0;
      milp.row(equal(value, [[1, x.on(g, t)], ...before, [-1, x.startup(g, t)], [1, x.shutdown(g, t)]]));
    }
  }
}
