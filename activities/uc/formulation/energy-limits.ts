/**
 * Energy of a generator or renewable, or discharged by a storage, over some hours, such as the daily energy of a
 * reservoir (limited energy supply; Wood, Wollenberg, Sheblé, Power Generation, Operation and Control, 2013, ch. 6) or a
 * take-or-pay contract. For each limit, with w the output or the discharge,
 *
 *     E_min <= sum_{t = first..last} w[t] <= E
 *
 * One row for each side that is given. A row couples hours, and is priced by the Lagrangian relaxation: at the price y
 * of a limit, above 0 for E and below 0 for E_min, each MWh in these hours costs y more.
 */
import { atLeast, atMost, type Term } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import { type DualOf, type Family, type MovableLimit, toPrice, type UnitTerms } from './family.ts';

export const energyLimits: Family = {
  add(milp, instance, x) {
    const terms: EnergyTerms = {
      output: (g, t) => [
        [instance.units[g]?.pMin[t] ?? 0, x.on(g, t)],
        [1, x.above(g, t)],
      ],
      renewable: (i, t) => [[1, x.renewable(i, t)]],
      discharge: x.discharge,
    };
    const rows = sidesOf(instance, terms).map(({ row, ...side }) => ({ ...side, row: milp.row(row) }));
    if (rows.length === 0) return {};
    const byName = (dualOf: DualOf): Record<string, number[]> => {
      const prices: Record<string, number[]> = {};
      for (const { element_id: name, k, field, row } of rows) {
        const limits = prices[name] ?? [];
        prices[name] = limits;
        const dual = dualOf(row);
        limits[k] = (limits[k] ?? 0) + (field === 'mwh' ? toPrice(dual) : 0 - toPrice(-dual));
      }
      return prices;
    };
    return {
      prices: (dualOf) => ({ energy_limit_price_usd_per_mwh: byName(dualOf) }),
      multipliers: (dualOf) => ({ energy_limits_usd_per_mwh: byName(dualOf) }),
    };
  },
  limits: (instance, terms) =>
    sidesOf(instance, terms).map(({ element_type, element_id, k, field, from, row }) => ({
      row,
      number: { element_type, element_id, field: `energy_limits.${k}.${field}`, from, code: 'ENERGY_LIMIT' },
    })),
};

type EnergyTerms = Pick<UnitTerms, 'output' | 'renewable' | 'discharge'>;

/** One side of a limit. */
interface Side extends Pick<MovableLimit, 'row'> {
  readonly element_type: 'generator' | 'renewable' | 'storage';
  readonly element_id: string;
  /** Position of the limit among those of its element. */
  readonly k: number;
  readonly field: 'mwh' | 'min_mwh';
  readonly from: number;
}

/** Sides of all energy limits. */
function sidesOf({ units, renewables, storage }: Instance, terms: EnergyTerms): Side[] {
  const sides = (
    { name, limits }: { readonly name: string; readonly limits: Instance['units'][number]['energyLimits'] },
    element_type: Side['element_type'],
    energy: (t: number) => readonly Term[],
  ): Side[] =>
    limits.flatMap(({ first_hour, last_hour, mwh, min_mwh }, k): Side[] => {
      const length = last_hour - first_hour + 1;
      const all = Array.from({ length }, (_, t) => energy(first_hour + t)).flat();
      const side = { element_type, element_id: name, k };
      return [
        { ...side, field: 'mwh', from: mwh, row: atMost(mwh, all) },
        ...(min_mwh === undefined
          ? []
          : [{ ...side, field: 'min_mwh' as const, from: min_mwh, row: atLeast(min_mwh, all) }]),
      ];
    });
  return [
    ...renewables.flatMap(({ name, energy_limits: limits }, i) =>
      sides({ name, limits }, 'renewable', (t) => terms.renewable(i, t)),
    ),
    ...units.flatMap(({ name, energyLimits: limits }, g) =>
      sides({ name, limits }, 'generator', (t) => terms.output(g, t)),
    ),
    ...storage.flatMap(({ name, energy_limits: limits }, s) =>
      sides({ name, limits }, 'storage', (t) => [[1, terms.discharge(s, t)]]),
    ),
  ];
}
