/** Interface of the families of limits over the horizon, which index.ts lists. */
import type { JudgedCase } from '../schedule/case.ts';
import type { RenewableSchedule, Rule, Schedule, StorageHours, UnitSchedule } from '../schedule/schedule.ts';

/** Source of the price of a limit: the prices of the schedule, or the multipliers for the bound. */
export type PriceSource = 'prices' | 'multipliers';

/** Schedule parts that pay the price of a relaxed limit, and the effect on the bound. */
interface PricedLimit {
  /** Units with the price of the limit in their costs. */
  readonly units: readonly UnitSchedule[];
  readonly renewables: readonly RenewableSchedule[];
  readonly storages: readonly StorageHours[];
  /** Price of the limit times its right-hand side, $; it is subtracted from the bound. */
  readonly worth: number;
  /** Amount by which the tolerance of the check may lower the cost of a schedule, $. */
  readonly tolerance: number;
}

export interface Family {
  readonly rule: Rule;
  /** True if the case has such a limit; otherwise the certificate leaves the check out. */
  applies(judged: JudgedCase): boolean;
  /** Penalty for exceeding a soft limit, $. */
  readonly penalty?: (schedule: Schedule) => number;
  readonly atPrice?: (schedule: Schedule, source: PriceSource) => PricedLimit;
  /** Amounts by which the price of the limit contradicts an optimum, $. */
  readonly regrets?: (schedule: Schedule) => Iterable<number>;
}

/** Tolerance of the sum over the horizon, in its unit; for limits above LARGE it grows in proportion to the limit. */
export const TOLERANCE = 1e-3;
const LARGE = 1000;
/** Rounding of a price, $ per unit. */
const KEPT = 1e-9;

/** Factor applied to excesses over a limit before they are compared with the tolerance. */
export const scaleOf = (limit: number): number => Math.min(1, LARGE / limit);

/** Tolerance of a sum that has this limit, in its unit. */
export const allowanceOf = (limit: number): number => TOLERANCE * Math.max(1, limit / LARGE);

/**
 * Allowance for tolerance and rounding in a price times a sum, $; `most`: the limit plus the excess that is paid for.
 */
export const roundingOf = (price: number, limit: number, most: number): number =>
  price * allowanceOf(limit) + KEPT * most;
