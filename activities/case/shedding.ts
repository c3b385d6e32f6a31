/**
 * Load that may be shed at a price, in steps. At each bus the cheapest load is shed first, and in total at most the net
 * load of the bus.
 */
import { groupBy } from '../../temporal/case/arithmetic/group-by.ts';
import { amountAt, sum } from '../../temporal/case/arithmetic/series.ts';
import { shedCost } from '../../temporal/case/arithmetic/shedding.ts';
import type { CaseLoad, Series } from './case.ts';

/** Load of one bus with one price. */
export interface SheddableLoad {
  /** Largest load that may be shed, MW. */
  readonly most: Series;
  /** Price of load not served, $/MWh. */
  readonly price: Series;
}

/** Steps of one bus, one per price, in the order of its `loads`; empty where nothing may be shed. */
export function sheddableLoads(loads: readonly CaseLoad[], horizon: number): SheddableLoad[] {
  const groups = [...groupBy(loads, (load) => load.unserved_energy_usd_per_mwh)].filter(([price]) =>
    price.some(Number.isFinite),
  );
  const steps = groups.map(([price, members]) => ({
    price,
    members,
    most: new Array<number>(horizon).fill(0),
  }));
  for (let t = 0; t < horizon; t++) {
    let remaining = Math.max(0, sum(loads.map(({ values }) => amountAt(values, t))));
    for (const { price, members, most } of cheapestFirst(steps, t)) {
      const drawn = sum(members.map(({ values }) => Math.max(0, amountAt(values, t))));
      most[t] = Number.isFinite(price[t]) ? Math.min(remaining, drawn) : 0;
      remaining -= most[t] ?? 0;
    }
  }
  return steps.map(({ most, price }) => ({ most, price }));
}

const cheapestFirst = <Step extends Pick<SheddableLoad, 'price'>>(
  steps: readonly Step[],
  t: number,
): readonly Step[] =>
  steps.length < 2 ? steps : steps.toSorted((a, b) => amountAt(a.price, t) - amountAt(b.price, t));

/** Cost of shedding `mw` at one bus at the lowest prices. */
export const shedCostAt = (sheddable: readonly SheddableLoad[], t: number, mw: number) =>
  shedCost(
    cheapestFirst(sheddable, t).map(({ most, price }) => ({
      mw: amountAt(most, t),
      price: amountAt(price, t),
    })),
    mw,
  );
