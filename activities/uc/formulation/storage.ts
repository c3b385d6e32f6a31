/**
 * Storage, efficiency on charging, never charging and discharging in one hour:
 *
 *     e[t] = e[t-1] + eta c[t] - d[t]       c[t] <= c_max m[t]       d[t] <= d_max (1 - m[t])
 *
 * What is left at the end may be worth money: - value e[T] is part of the objective.
 */
import { atMost, equal, type MilpBuilder, type Term, within } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { Variables } from '../variables.ts';

export function addStorage(milp: MilpBuilder, { storage, periods }: Instance, x: Variables): void {
  for (const [s, { efficiency, initial_mwh, charge_mw, discharge_mw }] of storage.entries()) {
    for (let t = 0; t < periods; t++) {
      const before: Term[] = t > 0 ? [[-1, x.energy(s, t - 1)]] : [];
      const flows: Term[] = [
        [-efficiency, x.charge(s, t)],
        [1, x.discharge(s, t)],
      ];
      milp.row(equal(t > 0 ? 0 : initial_mwh, [[1, x.energy(s, t)], ...before, ...flows]));
      milp.row(within(x.charge(s, t), charge_mw, x.charging(s, t)));
      milp.row(
        atMost(discharge_mw, [
          [1, x.discharge(s, t)],
          [discharge_mw, x.charging(s, t)],
        ]),
      );
    }
  }
}
