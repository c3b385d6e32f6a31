/**
 * What arithmetic alone says about a case: how far every unit, and every area that is balanced on its
 * own, can go in each hour. Arrays have shape [horizon]; powers in MW. Every range is generous: what lies
 * outside it is impossible, what lies inside need not be possible.
 */
import type { TimeWords } from '../../../temporal/case/arithmetic/interval-words.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import type { Case, CaseGenerator, CaseLine } from '../../case/case.ts';
import type { CommitmentBounds } from '../../case/commitment-bounds.ts';

/** Shortfalls up to this are rounding, MW. */
export const MARGIN_MW = 1e-6;

export interface UnitRange extends CommitmentBounds {
  readonly generator: CaseGenerator;
  /** Limits while on. */
  readonly pMin: readonly number[];
  readonly pMax: readonly number[];
  /** Largest output in the hour of a start and before a stop. */
  readonly startupRamp: readonly number[];
  readonly shutdownRamp: readonly number[];
  /** Least and most output with the ramps from the state before the first hour. */
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** First hour in which its own limits leave the unit no output; null when there is none. */
  readonly stuckAt: number | null;
}

/** Buses that are balanced together. */
export interface Area {
  readonly buses: ReadonlySet<number>;
  readonly units: readonly UnitRange[];
  readonly load: readonly number[];
  /** Least and most that renewables and storage can give; charging is negative. */
  readonly otherLow: readonly number[];
  readonly otherHigh: readonly number[];
  /** Load that may go unserved. */
  readonly sheddable: readonly number[];
}

export interface InfeasibleCase {
  /** Its hours are intervals. */
  readonly case: Case;
  /** How the case as it was given speaks of them. */
  readonly words: TimeWords;
  readonly jobType: JobType;
  /** 0 .. horizon - 1. */
  readonly hours: readonly number[];
  readonly units: readonly UnitRange[];
  /** Lines in service; none without a network. */
  readonly lines: readonly CaseLine[];
  /** The whole system and each island; one and the same when the network is connected. */
  readonly system: Area;
  readonly islands: readonly Area[];
}

/** Sum of what `value` says of each item. */
export const sum = <Item>(items: Iterable<Item>, value: (item: Item) => number): number => {
  let total = 0;
  for (const item of items) total += value(item);
  return total;
};
