/** What a similar case has left, from which a search may begin. */
import type { Commitment } from '../schema.ts';

export interface WarmStart {
  /** Units that the case does not have, and hours beyond its horizon, mean nothing; null = no longer stored. */
  readonly commitment: Commitment | null;
  /** Means nothing to a case with other columns and rows. */
  readonly relaxation?: SavedRelaxation;
  /** The job that a client named; the result then says what became of it. */
  readonly jobId?: string;
}

/** The best schedule found so far: enough to start a search from, or to finish with. */
export interface Incumbent {
  readonly commitment: Commitment;
  /** Cost of the schedule, $. */
  readonly objective: number;
  /** Proven lower bound at that time, $; null when none. */
  readonly bound: number | null;
}

/**
 * Where the relaxation of a case has its optimum: that of a similar case, with the same columns and rows, is a few
 * iterations away from it.
 */
export interface SavedRelaxation {
  /** One digit for each column: 0 at its lower bound, 1 basic, 2 at its upper bound, 3 free at zero. */
  readonly columns: string;
  /** Basis status of each row of the formulation; those that were left out are basic. */
  readonly rows: string;
  /** Positions of the rows that tighten the relaxation and bind. */
  readonly pool: readonly number[];
  /** Flow limits that bind. */
  readonly limits: readonly SavedLimit[];
  /** Binding rows of units that these limits keep from their maximum; absent in what earlier versions saved. */
  readonly deliverable?: readonly SavedDeliverable[];
  /** How far the schedule that was found is above the bound of the relaxation, relative; absent as above. */
  readonly gap?: number;
  /** How the search was divided, each after the one that it belongs to; absent where it was not. */
  readonly divisions?: readonly SavedDivision[];
}

/** Two branches: at most `most` units of a class are on in an hour, or more. */
export interface SavedDivision {
  /** Column of the number of units. */
  readonly column: number;
  readonly most: number;
  /** Position of the division that it divides a branch of, and which one; null = it divides everything. */
  readonly of: number | null;
  readonly side: 'below' | 'above';
}

/** `line`, `contingency`: positions in the case; null = base case. */
export interface SavedLimit {
  readonly line: number;
  readonly contingency: number | null;
  readonly hour: number;
  readonly direction: 1 | -1;
}

/** `unit`: position in the case. */
export interface SavedDeliverable extends SavedLimit {
  readonly unit: number;
}
