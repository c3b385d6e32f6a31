/**
 * Storage, with eta_c and eta_d the efficiencies, L the standing loss of an hour, i the inflow and s its spill, never
 * charging and discharging in one hour:
 *
 *     e[t] = (1 - L) e[t-1] + eta_c c[t] - d[t] / eta_d + i[t] - s[t]     c[t] <= c_max m[t]     d[t] <= d_max (1 - m[t])
 *
 * The energy before the first hour is given or, for a cyclic storage, equals that at the end of the last hour. The
 * final energy may have a value: - value e[T] is part of the objective.
 */
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import { keptShare } from '../../case/read-storage.ts';
import { atMost, equal, type MilpBuilder, type Row, type Term, within } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { Variables } from '../variables.ts';

export function addStorage(milp: MilpBuilder, instance: Instance, x: Variables): void {
  for (const [s, { charge_mw, discharge_mw }] of instance.storage.entries()) {
    for (let t = 0; t < instance.periods; t++) {
      milp.row(energyRow(instance, x, s, t));
      milp.row(within(x.charge(s, t), amountAt(charge_mw, t), x.charging(s, t)));
      milp.row(
        atMost(amountAt(discharge_mw, t), [
          [1, x.discharge(s, t)],
          [amountAt(discharge_mw, t), x.charging(s, t)],
        ]),
      );
    }
  }
}

type StorageVariables = Pick<Variables, 'charge' | 'discharge' | 'energy' | 'spill'>;

/** Energy balance of a storage in an hour. */
export function energyRow({ storage, periods }: Instance, x: StorageVariables, s: number, t: number): Row {
  const item = storage[s];
  if (!item) return equal(0, []);
  const share = keptShare(item);
  const before: Term[] = t > 0 || item.cyclic ? [[-share, x.energy(s, (t > 0 ? t : periods) - 1)]] : [];
  const brought = t > 0 || item.cyclic ? 0 : share * item.initial_mwh;
  const spill = x.spill(s, t);
  return equal(brought + amountAt(item.inflow_mw, t), [
    [1, x.energy(s, t)],
    ...before,
    [-item.charge_efficiency, x.charge(s, t)],
    [1 / item.discharge_efficiency, x.discharge(s, t)],
    ...(spill >= 0 ? [[1, spill] as const] : []),
  ]);
}
