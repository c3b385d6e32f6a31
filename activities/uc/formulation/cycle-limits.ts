/**
 * Energy that a storage discharges in a day, at most N times its capacity E. For each day
 *
 *     sum_t d[t] <= N E
 *
 * On the first day, N E is reduced by the energy discharged before the first interval. At the price y >= 0 of a row,
 * each MWh discharged on that day costs y more.
 */
import { cycleDays } from '../../case/read-storage.ts';
import { atMost, type Column } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import { type DualOf, type Family, toPrice } from './family.ts';

export const cycleLimits: Family = {
  add(milp, instance, x) {
    const rows = daysOf(instance, x.discharge).map(({ name, columns, mwh }) => ({
      name,
      row: milp.row(
        atMost(
          mwh,
          columns.map((column) => [1, column]),
        ),
      ),
    }));
    if (rows.length === 0) return {};
    const byName = (dualOf: DualOf): Record<string, number[]> => {
      const prices: Record<string, number[]> = {};
      for (const { name, row } of rows) prices[name] = [...(prices[name] ?? []), toPrice(dualOf(row))];
      return prices;
    };
    return {
      prices: (dualOf) => ({ cycle_limit_price_usd_per_mwh: byName(dualOf) }),
      multipliers: (dualOf) => ({ cycle_limits_usd_per_mwh: byName(dualOf) }),
    };
  },
  /** Limits that a repair may raise, in cycles per day; a storage without capacity is left out. */
  limits: (instance, { discharge }) =>
    daysOf(instance, discharge)
      .filter(({ energy }) => energy > 0)
      .map(({ name, columns, mwh, energy, cycles }) => ({
        row: atMost(
          mwh / energy,
          columns.map((column) => [1 / energy, column]),
        ),
        number: {
          element_type: 'storage',
          element_id: name,
          field: 'max_cycles_per_day',
          from: cycles,
          code: 'ENERGY_LIMIT',
          weight: energy,
        },
      })),
};

/** Days of all storage with a limit on cycles, in the order of the storage, with the discharge columns of each day. */
const daysOf = (
  { storage, case: { intervalsPerHour } }: Instance,
  discharge: (s: number, t: number) => Column,
) =>
  storage.flatMap((item, s) =>
    cycleDays(item, intervalsPerHour).map(({ from, to, mwh }) => ({
      name: item.name,
      energy: item.energy_mwh,
      cycles: item.max_cycles_per_day,
      columns: Array.from({ length: to - from }, (_, t) => discharge(s, from + t)),
      mwh,
    })),
  );
