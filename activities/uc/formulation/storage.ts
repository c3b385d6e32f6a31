/**
 * Storage, with eta_c and eta_d the efficiencies, L the standing loss of an hour, i the inflow and s its spill, never
 * charging and discharging in one hour unless it may do both:
 *
 *     e[t] = (1 - L) e[t-1] + eta_c c[t] - d[t] / eta_d + i[t] - s[t]
 *     c[t] <= c_max m[t]     d[t] <= d_max (1 - m[t])
 *
 * With least powers, c[t] >= c_min m[t] and d_min w[t] <= d[t] <= d_max w[t],
 * where m[t] + w[t] <= 1 if it may not do both.
 *
 * The energy before the first hour is given or, for a cyclic storage, equals that at the end of the last hour. The
 * final energy may have a value: - value e[T] is part of the objective.
 */
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import type { CaseStorage } from '../../case/case.ts';
import { keptShare } from '../../case/read-storage.ts';
import { atLeast, atMost, equal, type MilpBuilder, type Row, type Term, within } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { Variables } from '../variables.ts';

export function addStorage(milp: MilpBuilder, instance: Instance, x: Variables): void {
  for (const [s, item] of instance.storage.entries())
    for (let t = 0; t < instance.periods; t++) {
      milp.row(energyRow(instance, x, s, t));
      addModes(milp, item, x, s, t);
    }
}

/** True if the charging column of an hour is a binary decision. */
export const hasMode = ({ no_simultaneous, charge_min_mw }: CaseStorage, t: number): boolean =>
  no_simultaneous || amountAt(charge_min_mw, t) > 0;

/**
 * True if the powers of an hour determine the charging column: no simultaneous use is allowed, and charging has no
 * least power.
 */
export const isModeOpen = ({ no_simultaneous, charge_min_mw }: CaseStorage, t: number): boolean =>
  no_simultaneous && amountAt(charge_min_mw, t) === 0;

function addModes(milp: MilpBuilder, item: CaseStorage, x: Variables, s: number, t: number): void {
  const [charge, discharge, charging] = [x.charge(s, t), x.discharge(s, t), x.charging(s, t)];
  const [most, least] = [amountAt(item.charge_mw, t), amountAt(item.charge_min_mw, t)];
  const [mostOut, leastOut] = [amountAt(item.discharge_mw, t), amountAt(item.discharge_min_mw, t)];
  if (hasMode(item, t)) milp.row(within(charge, most, charging));
  if (least > 0)
    milp.row(
      atLeast(0, [
        [1, charge],
        [-least, charging],
      ]),
    );
  if (leastOut > 0) {
    const discharging = x.discharging(s, t);
    milp.row(within(discharge, mostOut, discharging));
    milp.row(
      atLeast(0, [
        [1, discharge],
        [-leastOut, discharging],
      ]),
    );
    if (item.no_simultaneous)
      milp.row(
        atMost(1, [
          [1, charging],
          [1, discharging],
        ]),
      );
  } else if (item.no_simultaneous)
    milp.row(
      atMost(mostOut, [
        [1, discharge],
        [mostOut, charging],
      ]),
    );
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
