/** Largest amount of a reserve product that can be provided. */
import { isProvider, mostByResponse } from '../../temporal/case/arithmetic/reserve-providers.ts';
import { amountAt } from '../../temporal/case/arithmetic/series.ts';
import type { Case, CaseReserve } from './case.ts';

/** Sum of the largest contributions of all providers to a product in an interval, regardless of dispatch, MW. */
export function mostProvided(
  { generators, storage, renewables, intervalsPerHour }: Case,
  product: CaseReserve,
  t: number,
): number {
  const ranges = [
    ...generators.map((unit) =>
      Math.min(
        amountAt(unit.p_max, t) - amountAt(unit.p_min, t),
        mostByResponse(product, unit, t, intervalsPerHour),
      ),
    ),
    ...storage
      .filter(({ name }) => isProvider(product, name))
      .map(({ charge_mw, discharge_mw, energy_mwh }) =>
        Math.min(amountAt(charge_mw, t) + amountAt(discharge_mw, t), energy_mwh * intervalsPerHour),
      ),
    ...renewables
      .filter(({ name }) => isProvider(product, name))
      .map(({ p_min, p_max }) => amountAt(p_max, t) - amountAt(p_min, t)),
  ];
  return ranges.reduce((sum, mw) => sum + Math.max(0, mw), 0);
}
