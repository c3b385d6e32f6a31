/**
 * Fuel that all units with the same fuel burn over some hours, such as the gas nominated for a day or a take-or-pay
 * contract (Wood, Wollenberg, Sheblé, Power Generation, Operation and Control, 2013, ch. 6). For each limit, with h the
 * heat rate, s the fuel of a start, and x >= 0 the amount outside a soft limit, which has a price:
 *
 *     sum_g sum_{t = first..last} (h_g p + s_g v) - x <= F_max
 *     sum_g sum_{t = first..last} (h_g p + s_g v) + x >= F_min
 *
 * Every row couples units and hours, and is priced by the Lagrangian relaxation.
 */
import { rounded } from '../../../temporal/case/arithmetic/rounded.ts';
import type { FuelLimit } from '../../../temporal/case/schema.ts';
import { atLeast, atMost, type Row, type Term, times } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import { type Schedule, startsOf } from '../schedule.ts';
import { type DualOf, type Family, toPrice, type UnitTerms } from './family.ts';

export const fuelLimits: Family = {
  add(milp, instance, x) {
    const { fuel_limits } = instance.case;
    const rows = sidesOf(instance, {
      output: (g, t) => [
        [instance.units[g]?.pMin[t] ?? 0, x.on(g, t)],
        [1, x.above(g, t)],
      ],
      startup: (g, t) => [[1, x.startup(g, t)]],
    }).map(({ row, ...side }) => {
      const { penalty_usd_per_mmbtu: cost } = side.limit;
      const sign = side.field === 'max_mmbtu' ? -1 : 1;
      const outside: Term[] = cost === undefined ? [] : [[sign, milp.column({ cost })]];
      return { ...side, row: milp.row({ ...row, terms: [...row.terms, ...outside] }) };
    });
    if (rows.length === 0) return {};
    const byFuel = (dualOf: DualOf): Record<string, number[]> => {
      const prices = fuel_limits.map(() => 0);
      for (const { k, field, row } of rows) {
        const dual = dualOf(row);
        prices[k] = (prices[k] ?? 0) + (field === 'max_mmbtu' ? toPrice(dual) : 0 - toPrice(-dual));
      }
      return perFuel(fuel_limits, prices);
    };
    return {
      prices: (dualOf) => ({ fuel_limit_price_usd_per_mmbtu: byFuel(dualOf) }),
      multipliers: (dualOf) => ({ fuel_limits_usd_per_mmbtu: byFuel(dualOf) }),
    };
  },
  limits: (instance, terms) =>
    sidesOf(instance, terms)
      .filter(({ limit }) => limit.penalty_usd_per_mmbtu === undefined)
      .map(({ k, field, from, row }) => ({
        row,
        number: {
          element_type: 'system',
          element_id: null,
          field: `fuel_limits.${k}.${field}`,
          from,
          code: 'FUEL_LIMIT',
          weight: MW_PER_MMBTU,
        },
      })),
  figures(instance, schedule) {
    const { fuel_limits } = instance.case;
    if (fuel_limits.length === 0) return {};
    const used = [...usedFuel(instance, schedule)].map(([fuel, hours]): [string, number[]] => [
      fuel,
      hours.map(rounded),
    ]);
    const soft = fuel_limits.filter(({ penalty_usd_per_mmbtu: usd }) => usd !== undefined);
    const outside = perFuel(fuel_limits, outsideOf(instance, schedule));
    return {
      fuel_used_mmbtu: Object.fromEntries(used),
      ...(soft.length > 0 && {
        fuel_overflow_mmbtu: Object.fromEntries(soft.map(({ fuel }) => [fuel, outside[fuel] ?? []])),
      }),
    };
  },
  penalty: (instance, schedule) =>
    outsideOf(instance, schedule).reduce(
      (usd, mmbtu, k) => usd + mmbtu * (instance.case.fuel_limits[k]?.penalty_usd_per_mmbtu ?? 0),
      0,
    ),
};

/** Weight of a change of a limit in a repair: a MWh takes about 10 MMBtu. */
const MW_PER_MMBTU = 0.1;

type FuelTerms = Pick<UnitTerms, 'output' | 'startup'>;

/** One side of a limit; `k`: position of the limit in the payload. */
interface Side {
  readonly k: number;
  readonly limit: FuelLimit;
  readonly field: 'max_mmbtu' | 'min_mmbtu';
  readonly from: number;
  readonly row: Row;
}

/** Sides of all fuel limits. */
const sidesOf = (instance: Instance, terms: FuelTerms): Side[] =>
  instance.case.fuel_limits.flatMap((limit, k): Side[] => {
    const { max_mmbtu: most, min_mmbtu: least } = limit;
    const burnt = burntIn(instance, limit, terms);
    return [
      ...(most === undefined
        ? []
        : [{ k, limit, field: 'max_mmbtu' as const, from: most, row: atMost(most, burnt) }]),
      ...(least === undefined
        ? []
        : [{ k, limit, field: 'min_mmbtu' as const, from: least, row: atLeast(least, burnt) }]),
    ];
  });

/** Fuel of a limit, MMBtu. */
const burntIn = ({ units }: Instance, limit: FuelLimit, terms: FuelTerms): Term[] =>
  units.flatMap(({ fuel }, g) =>
    fuel?.name === limit.fuel
      ? Array.from({ length: limit.last_hour + 1 - limit.first_hour }, (_, i): Term[] => {
          const t = limit.first_hour + i;
          return [
            ...(fuel.perMwh > 0 ? times(fuel.perMwh, terms.output(g, t)) : []),
            ...(fuel.perStart > 0 ? times(fuel.perStart, terms.startup(g, t)) : []),
          ];
        }).flat()
      : [],
  );

/** Values of limits, shape [limits], as lists by fuel. */
function perFuel(limits: readonly FuelLimit[], values: readonly number[]): Record<string, number[]> {
  const lists = new Map<string, number[]>();
  for (const [k, { fuel }] of limits.entries()) lists.set(fuel, [...(lists.get(fuel) ?? []), values[k] ?? 0]);
  return Object.fromEntries(lists);
}

/** Fuel with limits -> fuel burnt in each hour, MMBtu. */
function usedFuel(
  { case: { fuel_limits }, periods, units }: Instance,
  { on, output }: Schedule,
): ReadonlyMap<string, number[]> {
  const used = new Map(fuel_limits.map(({ fuel }) => [fuel, new Array<number>(periods).fill(0)]));
  for (const [g, { fuel, onBefore }] of units.entries()) {
    const hours = fuel && used.get(fuel.name);
    if (!hours) continue;
    const starts = startsOf(onBefore, on[g]);
    for (const [t, mw] of (output[g] ?? []).entries())
      hours[t] = (hours[t] ?? 0) + fuel.perMwh * mw + fuel.perStart * (starts[t] ?? 0);
  }
  return used;
}

/**
 * Fuel outside each soft limit, MMBtu, rounded as reported, so that penalties are those of the reported amounts; 0 for
 * a hard limit. Shape [limits].
 */
function outsideOf(instance: Instance, schedule: Schedule): number[] {
  const { fuel_limits } = instance.case;
  if (fuel_limits.every(({ penalty_usd_per_mmbtu: usd }) => usd === undefined))
    return fuel_limits.map(() => 0);
  const used = usedFuel(instance, schedule);
  return fuel_limits.map(({ fuel, first_hour, last_hour, ...limit }) => {
    if (limit.penalty_usd_per_mmbtu === undefined) return 0;
    const hours = (used.get(fuel) ?? []).slice(first_hour, last_hour + 1);
    const burnt = hours.reduce((sum, mmbtu) => sum + mmbtu, 0);
    return rounded(Math.max(0, burnt - (limit.max_mmbtu ?? burnt), (limit.min_mmbtu ?? burnt) - burnt));
  });
}
