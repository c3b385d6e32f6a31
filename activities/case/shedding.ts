/** Load that may go unserved at a price, in steps: at each bus the cheapest is shed first, and never more than the bus draws. */
import { groupBy } from '../../temporal/case/arithmetic/group-by.ts';
import { amountAt, sum } from '../../temporal/case/arithmetic/series.ts';
import { shedCost } from '../../temporal/case/arithmetic/shedding.ts';
import type { CaseLoad, Series } from './case.ts';

/** Load of one bus with one price. */
export interface SheddableLoad {
  /** MW at most. */
  readonly most: Series;
  /** $/MWh. */
  readonly price: Series;
}

/** `loads`: of one bus. One for each price among them, in their order; none where nothing may be shed. */
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
    let left = Math.max(0, sum(loads.map(({ values }) => amountAt(values, t))));
    for (const { price, members, most } of cheapestFirst(steps, t)) {
      const drawn = sum(members.map(({ values }) => Math.max(0, amountAt(values, t))));
      most[t] = Number.isFinite(price[t]) ? Math.min(left, drawn) : 0;
      left -= most[t] ?? 0;
    }
  }
  return steps.map(({ most, price }) => ({ most, price }));
}

const cheapestFirst = <Step extends Pick<SheddableLoad, 'price'>>(
  steps: readonly Step[],
  t: number,
): readonly Step[] =>
  steps.length < 2 ? steps : steps.toSorted((a, b) => amountAt(a.price, t) - amountAt(b.price, t));

/** What the cheapest way to shed so many MW costs. */
export const shedCostAt = (sheddable: readonly SheddableLoad[], t: number, mw: number) =>
  shedCost(
    cheapestFirst(sheddable, t).map(({ most, price }) => ({
      mw: amountAt(most, t),
      price: amountAt(price, t),
    })),
    mw,
  );
