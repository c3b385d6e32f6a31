/**
 * Ranges that arithmetic alone proves: output of every unit, and of every area that is balanced by itself, in each hour. Arrays
 * have shape [horizon]; powers in MW. Ranges are outer bounds: values outside are impossible, values inside may be impossible.
 */
import type { TimeWords } from '../../../temporal/case/arithmetic/interval-words.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import type { Case, CaseGenerator, CaseLine } from '../../case/case.ts';
import type { CommitmentBounds } from '../../case/commitment-bounds.ts';

/** Shortfalls up to this are rounding, MW. */
export const MARGIN_MW = 1e-6;

export interface UnitRange extends CommitmentBounds {
  readonly generator: CaseGenerator;
  /** Limits of output while on. */
  readonly pMin: readonly number[];
  readonly pMax: readonly number[];
  /** Largest output in the hour of a start and before a stop. */
  readonly startupRamp: readonly number[];
  readonly shutdownRamp: readonly number[];
  /** Largest output before the first hour that allows a stop in it. */
  readonly shutdownRampBefore: number;
  /** Least and most output that ramps from the initial state allow. */
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** First hour in which the unit's own limits leave no output; null if none. */
  readonly stuckAt: number | null;
}

/** Buses that are balanced together. */
export interface Area {
  readonly buses: ReadonlySet<number>;
  readonly units: readonly UnitRange[];
  readonly load: readonly number[];
  /** Least and most total output of renewables and storage; charging is negative. */
  readonly otherLow: readonly number[];
  readonly otherHigh: readonly number[];
  /** Load that may go unserved. */
  readonly sheddable: readonly number[];
}

export interface InfeasibleCase {
  /** Its hours are intervals. */
  readonly case: Case;
  /** Names hours as the submitted case does. */
  readonly words: TimeWords;
  readonly jobType: JobType;
  /** 0 .. horizon - 1. */
  readonly hours: readonly number[];
  readonly units: readonly UnitRange[];
  /** Lines in service; empty without a network. */
  readonly lines: readonly CaseLine[];
  /** The whole system and each island; identical when the network is connected. */
  readonly system: Area;
  readonly islands: readonly Area[];
}

/** Sum of `value` over the items. */
export const sum = <Item>(items: Iterable<Item>, value: (item: Item) => number): number => {
  let total = 0;
  for (const item of items) total += value(item);
  return total;
};
