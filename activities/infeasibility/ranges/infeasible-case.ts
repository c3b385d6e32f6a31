/**
 * Ranges that arithmetic alone proves: the output of every unit, and of every area that is balanced separately, in each
 * hour. Arrays have shape [horizon]; powers are in MW. Ranges are outer bounds: values outside are impossible, and
 * values inside need not be possible.
 */
import type { TimeWords } from '../../../temporal/case/arithmetic/interval-words.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import type { Case, CaseGenerator, CaseLine } from '../../case/case.ts';
import type { CommitmentBounds } from '../../case/commitment-bounds.ts';

/** Shortfalls up to this size are rounding, MW. */
export const MARGIN_MW = 1e-6;

export interface UnitRange extends CommitmentBounds {
  readonly generator: CaseGenerator;
  /** Least output while the unit is on. The next field: largest. */
  readonly pMin: readonly number[];
  readonly pMax: readonly number[];
  /** Largest output in the hour of a start. The next field: largest output in the hour before a stop. */
  readonly startupRamp: readonly number[];
  readonly shutdownRamp: readonly number[];
  /** Largest output before the first hour from which the unit may stop in the first hour. */
  readonly shutdownRampBefore: number;
  /** Least output that ramps from the initial state allow. The next field: largest. */
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** First hour in which the unit's own limits allow no output; null if there is no such hour. */
  readonly stuckAt: number | null;
}

/** A set of buses that is balanced as a whole. */
export interface Area {
  readonly buses: ReadonlySet<number>;
  readonly units: readonly UnitRange[];
  readonly load: readonly number[];
  /** Least total output of renewables and storage, charging counted as negative. The next field: largest. */
  readonly otherLow: readonly number[];
  readonly otherHigh: readonly number[];
  /** Load that may be shed. */
  readonly sheddable: readonly number[];
}

export interface InfeasibleCase {
  /** The case per interval: its hours are intervals. */
  readonly case: Case;
  /** Names of hours, as in the case that was submitted. */
  readonly words: TimeWords;
  readonly jobType: JobType;
  /** Hours of the case: 0 .. horizon - 1. */
  readonly hours: readonly number[];
  readonly units: readonly UnitRange[];
  /** Lines in service; empty without a network. */
  readonly lines: readonly CaseLine[];
  /**
   * The whole system. The next field: its islands. In a connected network, the only island is identical to the system.
   */
  readonly system: Area;
  readonly islands: readonly Area[];
}

/** Sum of `value` over the items. */
export const sum = <Item>(items: Iterable<Item>, value: (item: Item) => number): number => {
  let total = 0;
  for (const item of items) total += value(item);
  return total;
};
