/** What a unit costs hour by hour, as its case prices it (pure). */
import type { Unit } from './pack.ts';

export interface UnitHours {
  readonly on: ArrayLike<number>;
  readonly startup: ArrayLike<number>;
  readonly mw: ArrayLike<number>;
}

/** Production, no-load and starts in each hour, or interval of `hours`, $; without a price of CO2. */
export function hourlyCost(unit: Unit, { on, startup, mw }: UnitHours, hours = 1): number[] {
  // At or below zero: so many hours off before the first one.
  let hoursOff = Math.max(0, -unit.initial_status);
  return Array.from(mw, (output, hour) => {
    const startCost = startup[hour] ? startCostOf(unit, hoursOff) : 0;
    hoursOff = on[hour] ? 0 : hoursOff + hours;
    return on[hour] ? hours * productionCost(unit, output) + startCost : startCost;
  });
}

/** Parts of an hour up to this are rounding. */
const ROUNDING = 1e-6;

/** What a start after so many hours off costs, $. */
export function startCostOf({ startup_cost, startup_categories = [] }: Unit, hoursOff: number): number {
  const reached = startup_categories.filter(({ lag_h }) => lag_h <= hoursOff + ROUNDING);
  return reached.at(-1)?.cost_usd ?? startup_categories[0]?.cost_usd ?? startup_cost;
}

/** Cost of a unit that is on, $/h. */
export function productionCost({ marginal_cost, no_load_cost, cost_curve }: Unit, mw: number): number {
  if (!cost_curve) return no_load_cost + marginal_cost * mw;
  const above = cost_curve.findIndex((point) => point.mw >= mw);
  const at = above < 0 ? cost_curve.length - 1 : above;
  const [from, to] = [cost_curve[at - 1], cost_curve[at]];
  if (!to) return 0;
  if (!from || to.mw === from.mw) return to.usd_per_h;
  return from.usd_per_h + ((mw - from.mw) / (to.mw - from.mw)) * (to.usd_per_h - from.usd_per_h);
}
