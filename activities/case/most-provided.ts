/** Largest amount of a reserve product that can be provided. */
import {
  countedIn,
  isOffline,
  isProvider,
  mostByResponse,
} from '../../temporal/case/arithmetic/reserve-providers.ts';
import { amountAt, sum } from '../../temporal/case/arithmetic/series.ts';
import type { Case, CaseReserve } from './case.ts';

/**
 * Sum of the largest contributions of all providers to a product in an interval, regardless of dispatch, MW; a provider
 * of several products that count towards it counts several times.
 */
export const mostProvided = (source: Case, product: CaseReserve, t: number): number =>
  sum(
    source.reserves
      .filter((other) => other === product || countedIn(other, source.reserves).includes(product))
      .map((other) => mostOf(source, other, t)),
  );

function mostOf(
  { generators, storage, renewables, intervalsPerHour }: Case,
  product: CaseReserve,
  t: number,
): number {
  const ranges = [
    ...generators.map((unit) =>
      Math.max(
        Math.min(
          amountAt(unit.p_max, t) - amountAt(unit.p_min, t),
          mostByResponse(product, unit, t, intervalsPerHour),
        ),
        isOffline(product) && (!product.providers || isProvider(product, unit.name))
          ? (unit.quick_start_mw ?? 0)
          : 0,
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
  return sum(ranges.map((mw) => Math.max(0, mw)));
}
