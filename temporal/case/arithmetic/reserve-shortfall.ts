/** Price of a shortfall of reserve: one penalty, or the blocks of a demand curve. */
import type { Reserve } from '../schema.ts';
import { sum } from './series.ts';
import { type ShedStep, shedCost } from './shedding.ts';

type Priced = Pick<Reserve, 'penalty_usd_per_mwh' | 'demand_curve'>;

/** True if the requirement must be met in full. */
export const isHard = ({ penalty_usd_per_mwh, demand_curve }: Priced): boolean =>
  penalty_usd_per_mwh === undefined && demand_curve === undefined;

/** Steps of a shortfall, the cheapest first; the last one is unlimited. Empty for a hard requirement. */
export function shortfallSteps({ penalty_usd_per_mwh: usd, demand_curve }: Priced): ShedStep[] {
  if (!demand_curve) return usd === undefined ? [] : [{ mw: Number.POSITIVE_INFINITY, price: usd }];
  const steps = demand_curve.map(({ mw, usd_per_mwh }) => ({ mw, price: usd_per_mwh })).reverse();
  return steps.map((step, k) => (k < steps.length - 1 ? step : { ...step, mw: Number.POSITIVE_INFINITY }));
}

/** Cost of the shortfalls of several hours, $. */
export const shortfallCost = (product: Priced, mw: readonly number[]): number => {
  const { penalty_usd_per_mwh: price = 0, demand_curve } = product;
  if (!demand_curve) return price * sum(mw);
  const steps = shortfallSteps(product);
  return sum(mw.map((each) => shedCost(steps, each).usd));
};
