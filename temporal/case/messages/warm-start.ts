/** Data of a similar case from which a search may start. */
import type { Commitment } from '../schema.ts';

export interface WarmStart {
  /**
   * Commitment of the similar case; null if it is no longer stored. Unknown units, and hours beyond the horizon, are
   * ignored.
   */
  readonly commitment: Commitment | null;
  /** Relaxation of the similar case; a case with different columns and rows ignores it. */
  readonly relaxation?: SavedRelaxation;
  /** Id of the job that the client named; if present, the result reports whether the warm start was used. */
  readonly jobId?: string;
}

/** The best schedule so far; a search can start from it, or finish with it. */
export interface Incumbent {
  readonly commitment: Commitment;
  /** Objective of the schedule, $. */
  readonly objective: number;
  /** Lower bound that was proven when the schedule was found, $; null without a bound. */
  readonly bound: number | null;
}

/**
 * Optimal basis of the relaxation of a case. The relaxation of a similar case with the same columns and rows needs only
 * a few iterations from this basis.
 */
export interface SavedRelaxation {
  /**
   * Basis status of the columns, one digit each: 0 at its lower bound, 1 basic, 2 at its upper bound, 3 free at zero.
   */
  readonly columns: string;
  /** Basis status of each row of the formulation. Rows that are not listed are basic. */
  readonly rows: string;
  /** Positions of the cuts that bind. */
  readonly pool: readonly number[];
  /** Flow limits that bind. */
  readonly limits: readonly SavedLimit[];
  /** Binding rows of units that these flow limits keep below their maximum; absent from data of earlier versions. */
  readonly deliverable?: readonly SavedDeliverable[];
  /** Gap between the schedule and the bound of the relaxation, relative; absent from data of earlier versions. */
  readonly gap?: number;
  /** Divisions of the search, each after its parent; absent if the search was not divided. */
  readonly divisions?: readonly SavedDivision[];
}

/**
 * A division of the search into two branches: at most `most` units of a class are on in an hour, or more than `most`.
 */
export interface SavedDivision {
  /** Column that counts the units. */
  readonly column: number;
  readonly most: number;
  /** Position of the parent division, and which of its branches is divided; null for the root. */
  readonly of: number | null;
  readonly side: 'below' | 'above';
}

/** A flow limit. `line`, `contingency`: positions in the case; `contingency` is null without an outage. */
export interface SavedLimit {
  readonly line: number;
  readonly contingency: number | null;
  readonly hour: number;
  readonly direction: 1 | -1;
}

/** A row of a unit that a flow limit keeps below its maximum. `unit`: position in the case. */
export interface SavedDeliverable extends SavedLimit {
  readonly unit: number;
}
