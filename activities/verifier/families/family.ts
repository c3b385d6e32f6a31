/** What a family of limits over the horizon says of itself, for its row of index.ts. */
import type { JudgedCase } from '../schedule/case.ts';
import type { RenewableSchedule, Rule, Schedule, UnitSchedule } from '../schedule/schedule.ts';

/** Where a price of a limit is from: the schedule's own, or the multipliers that the bound is computed from. */
export type PriceSource = 'prices' | 'multipliers';

/** A limit that is priced instead of kept. */
interface PricedLimit {
  /** With what they pay in their costs. */
  readonly units: readonly UnitSchedule[];
  readonly renewables: readonly RenewableSchedule[];
  /** What the limit itself takes off the bound, $. */
  readonly worth: number;
  /** What a schedule may cost less that is off by the tolerance of the check, $. */
  readonly tolerance: number;
}

export interface Family {
  readonly rule: Rule;
  /** Whether a case has anything of it; of others a certificate says nothing. */
  applies(judged: JudgedCase): boolean;
  /** What is paid for what a soft limit lets go, $. */
  readonly penalty?: (schedule: Schedule) => number;
  readonly atPrice?: (schedule: Schedule, source: PriceSource) => PricedLimit;
  /** What the price of the limit of a schedule says that cannot be, $. */
  readonly regrets?: (schedule: Schedule) => Iterable<number>;
}

/** Tolerance of the sum over the horizon, in its unit; above LARGE it is that share of the limit. */
export const TOLERANCE = 1e-3;
const LARGE = 1000;
/** Digits kept of a price, $ per unit. */
const KEPT = 1e-9;

/** Excesses over a limit are judged after this factor. */
export const scaleOf = (limit: number): number => Math.min(1, LARGE / limit);

/** What a sum may be off, in its unit. */
export const allowanceOf = (limit: number): number => TOLERANCE * Math.max(1, limit / LARGE);

/** $ that a price may seem to be worth by tolerance and rounding; `most`: the limit and what is paid for above it. */
export const roundingOf = (price: number, limit: number, most: number): number =>
  price * allowanceOf(limit) + KEPT * most;
