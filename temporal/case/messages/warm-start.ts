/** Data of a similar case with which a search can begin. */
import type { Commitment } from '../schema.ts';

export interface WarmStart {
  /**
   * Commitment of the similar case; null if it is no longer stored. Units that the case does not have, and hours beyond
   * its horizon, are ignored.
   */
  readonly commitment: Commitment | null;
  /** Relaxation of the similar case; ignored if the case has other columns and rows. */
  readonly relaxation?: SavedRelaxation;
  /**
   * Id of the job that the client named for the warm start; if present, the result reports whether the warm start was
   * used.
   */
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
  /** Binding rows of units whose output these flow limits keep below Pmax; absent from data of earlier versions. */
  readonly deliverable?: readonly SavedDeliverable[];
  /** Gap between the schedule and the bound of the relaxation, relative; absent from data of earlier versions. */
  readonly gap?: number;
  /** Divisions of the search; each comes after its parent. Absent if the search was not divided. */
  readonly divisions?: readonly SavedDivision[];
}

/**
 * A division of the search into two branches: in an hour, at most `most` units of a class are on, or more than `most`.
 */
export interface SavedDivision {
  /** Column whose value is the number of units on. */
  readonly column: number;
  readonly most: number;
  /** Position of the parent division. The next field: the branch of the parent that is divided. Null for the root. */
  readonly of: number | null;
  readonly side: 'below' | 'above';
}

/** A flow limit. `line`, `contingency`: positions in the case; `contingency` is null in the base case. */
export interface SavedLimit {
  readonly line: number;
  readonly contingency: number | null;
  readonly hour: number;
  readonly direction: 1 | -1;
}

/** A row of a unit whose output a flow limit keeps below Pmax. `unit`: position in the case. */
export interface SavedDeliverable extends SavedLimit {
  readonly unit: number;
}
