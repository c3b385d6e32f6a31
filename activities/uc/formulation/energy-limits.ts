/**
 * Energy of a renewable over some hours, such as the daily energy of a reservoir (limited energy supply; Wood,
 * Wollenberg, Sheblé, Power Generation, Operation and Control, 2013, ch. 6). For each of its limits
 *
 *     sum_{t = first..last} w[t] <= E
 *
 * Each row couples hours, and is priced by the Lagrangian relaxation: at its price y >= 0, each MWh in these hours
 * costs y more.
 */
import { atMost } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import { type DualOf, type Family, toPrice, type UnitTerms } from './family.ts';

export const energyLimits: Family = {
  add(milp, instance, x) {
    const rows = limitsOf(instance, (i, t) => [[1, x.renewable(i, t)]]).map(({ row, ...limit }) => ({
      ...limit,
      row: milp.row(row),
    }));
    if (rows.length === 0) return {};
    const byName = (dualOf: DualOf): Record<string, number[]> => {
      const prices: Record<string, number[]> = {};
      for (const { name, row } of rows) prices[name] = [...(prices[name] ?? []), toPrice(dualOf(row))];
      return prices;
    };
    return {
      prices: (dualOf) => ({ energy_limit_price_usd_per_mwh: byName(dualOf) }),
      multipliers: (dualOf) => ({ energy_limits_usd_per_mwh: byName(dualOf) }),
    };
  },
  limits: (instance, { renewable }) =>
    limitsOf(instance, renewable).map(({ name, k, row }) => ({
      row,
      number: {
        element_type: 'renewable',
        element_id: name,
        field: `energy_limits.${k}.mwh`,
        from: row.upper,
        code: 'ENERGY_LIMIT',
      },
    })),
};

/** Energy limits of all renewables with their terms. `k`: position of a limit among those of its renewable. */
const limitsOf = ({ renewables }: Instance, output: UnitTerms['renewable']) =>
  renewables.flatMap(({ name, energy_limits }, i) =>
    energy_limits.map(({ first_hour, last_hour, mwh }, k) => {
      const length = last_hour - first_hour + 1;
      const terms = Array.from({ length }, (_, t) => output(i, first_hour + t)).flat();
      return { name, k, row: atMost(mwh, terms) };
    }),
  );
