/** Load that may go unserved at a price, in steps: at each bus the cheapest is shed first, and never more than the bus draws. */
import { groupBy } from '../../temporal/case/arithmetic/group-by.ts';
import { amountAt, sum } from '../../temporal/case/arithmetic/series.ts';
import type { CaseLoad, Series } from './case.ts';

/** MW at most, and what each costs, $/MWh. */
export interface ShedStep {
  readonly most: Series;
  readonly price: Series;
}

/** `loads`: of one bus. A step for each price among them, in their order; none where nothing may be shed. */
export function shedStepsAt(loads: readonly CaseLoad[], horizon: number): ShedStep[] {
  const groups = [...groupBy(loads, (load) => load.shedPrice)].filter(([price]) =>
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

const cheapestFirst = <Step extends Pick<ShedStep, 'price'>>(
  steps: readonly Step[],
  t: number,
): readonly Step[] =>
  steps.length < 2 ? steps : steps.toSorted((a, b) => amountAt(a.price, t) - amountAt(b.price, t));

/** What the cheapest way to shed so many MW of a bus costs, $, and the price of the last MW, $/MWh. */
export function shedCost(steps: readonly ShedStep[], t: number, mw: number): { usd: number; price: number } {
  let [left, usd, last] = [mw, 0, 0];
  for (const { most, price } of cheapestFirst(steps, t)) {
    if (left <= 0) break;
    const shed = Math.min(left, amountAt(most, t));
    if (shed > 0) last = amountAt(price, t);
    usd += shed * amountAt(price, t);
    left -= shed;
  }
  return { usd: usd + Math.max(0, left) * last, price: last };
}
