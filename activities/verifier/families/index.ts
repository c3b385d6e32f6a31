/**
 * Families of limits that tie all units together over the horizon: a row each, in the verifier's own words. What the
 * checks, the cost, the prices and the bound need of a family they ask here, and know none by name.
 */
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { Rule, Schedule, UnitSchedule } from '../schedule/schedule.ts';
import { emissions } from './emissions.ts';

/** Where a price of a limit is from: the schedule's own, or the multipliers that the bound is computed from. */
export type PriceSource = 'prices' | 'multipliers';

/** A limit that is priced instead of kept. */
export interface PricedLimit {
  /** With what they pay in their costs. */
  readonly units: readonly UnitSchedule[];
  /** What the limit itself takes off the bound, $. */
  readonly worth: number;
  /** What a schedule may cost less that is off by the tolerance of the check, $. */
  readonly tolerance: number;
}

export interface Family {
  readonly rule: Rule;
  /** Whether a payload has anything of it; of others a certificate says nothing. */
  applies(payload: SolvePayload): boolean;
  /** The payload with what the family adds to the costs of its elements. */
  readonly withCosts?: (payload: SolvePayload) => SolvePayload;
  /** What is paid for what a soft limit lets go, $. */
  readonly penalty?: (schedule: Schedule) => number;
  readonly atPrice?: (schedule: Schedule, source: PriceSource) => PricedLimit;
  /** What the price of the limit of a schedule says that cannot be, $. */
  readonly regrets?: (schedule: Schedule) => Iterable<number>;
}

const FAMILIES: readonly Family[] = [emissions];

export const familyRules = (payload: SolvePayload): Rule[] =>
  FAMILIES.filter((family) => family.applies(payload)).map(({ rule }) => rule);

export const withFamilyCosts = (payload: SolvePayload): SolvePayload =>
  FAMILIES.reduce((costed, { withCosts }) => withCosts?.(costed) ?? costed, payload);

export const familyPenalties = (schedule: Schedule): number =>
  FAMILIES.reduce((usd, { penalty }) => usd + (penalty?.(schedule) ?? 0), 0);

export function* familyRegrets(schedule: Schedule): Iterable<number> {
  for (const { regrets } of FAMILIES) yield* regrets?.(schedule) ?? [];
}

/** The schedule with units that pay for every such limit. */
export function atFamilyPrices(schedule: Schedule, source: PriceSource) {
  let priced = { schedule, worth: 0, tolerance: 0 };
  for (const { atPrice } of FAMILIES) {
    const limit = atPrice?.(priced.schedule, source);
    if (!limit) continue;
    priced = {
      schedule: { ...priced.schedule, units: limit.units },
      worth: priced.worth + limit.worth,
      tolerance: priced.tolerance + limit.tolerance,
    };
  }
  return priced;
}
