/**
 * Families of limits that tie all units together over the horizon, one row each. Checks, cost, prices and bound use
 * families only through this list.
 */
import type { JudgedCase } from '../schedule/case.ts';
import type { Rule, Schedule } from '../schedule/schedule.ts';
import { emissions } from './emissions.ts';
import { energyLimits } from './energy-limits.ts';
import type { Family, PriceSource } from './family.ts';
import { fuelLimits } from './fuel-limits.ts';

/** Families whose limits are of all units, so that units pay for their part of them. */
const SHARED: readonly Family[] = [emissions, fuelLimits];
const FAMILIES: readonly Family[] = [emissions, energyLimits, fuelLimits];

export const familyRules = (judged: JudgedCase): Rule[] =>
  FAMILIES.filter((family) => family.applies(judged)).map(({ rule }) => rule);

export const familyPenalties = (schedule: Schedule): number =>
  FAMILIES.reduce((usd, { penalty }) => usd + (penalty?.(schedule) ?? 0), 0);

export function* familyRegrets(schedule: Schedule): Iterable<number> {
  for (const { regrets } of FAMILIES) yield* regrets?.(schedule) ?? [];
}

/** Price of the energy limits of one unit, renewable or storage times their right-hand sides, $. */
export const worthOfOwn = (
  schedule: Schedule,
  own: Partial<Pick<Schedule, 'units' | 'renewables' | 'storages'>>,
): number =>
  energyLimits.atPrice?.({ ...schedule, units: [], renewables: [], storages: [], ...own }, 'multipliers')
    .worth ?? 0;

/** The schedule with what units pay for shared limits, emissions and fuel, in their costs. */
export const atSharedPrices = (schedule: Schedule, source: PriceSource): Schedule =>
  atFamilyPrices(schedule, source, SHARED).schedule;

/** The schedule with the prices of all these limits in the costs of units, renewables and storage. */
export function atFamilyPrices(schedule: Schedule, source: PriceSource, families = FAMILIES) {
  let priced = { schedule, worth: 0, tolerance: 0 };
  for (const { atPrice } of families) {
    const limit = atPrice?.(priced.schedule, source);
    if (!limit) continue;
    priced = {
      schedule: {
        ...priced.schedule,
        units: limit.units,
        renewables: limit.renewables,
        storages: limit.storages,
      },
      worth: priced.worth + limit.worth,
      tolerance: priced.tolerance + limit.tolerance,
    };
  }
  return priced;
}
