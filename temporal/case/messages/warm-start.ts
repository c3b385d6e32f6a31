/** Data of a similar case from which a search may start. */
import type { Commitment } from '../schema.ts';

export interface WarmStart {
  /** Commitment of the similar case; unknown units and hours beyond the horizon are ignored; null = no longer stored. */
  readonly commitment: Commitment | null;
  /** Ignored by a case with different columns and rows. */
  readonly relaxation?: SavedRelaxation;
  /** Id of the job named by the client; the result then reports whether it was used. */
  readonly jobId?: string;
}

/** The best schedule so far: enough to start a search from, or to finish with. */
export interface Incumbent {
  readonly commitment: Commitment;
  /** Objective of the schedule, $. */
  readonly objective: number;
  /** Proven lower bound at that time, $; null if none. */
  readonly bound: number | null;
}

/** Optimal basis of the relaxation of a case: the relaxation of a similar case with the same columns and rows is a few iterations away from it. */
export interface SavedRelaxation {
  /** One digit for each column: 0 at its lower bound, 1 basic, 2 at its upper bound, 3 free at zero. */
  readonly columns: string;
  /** Basis status of each row of the formulation; rows not listed are basic. */
  readonly rows: string;
  /** Positions of the binding rows that tighten the relaxation. */
  readonly pool: readonly number[];
  /** Binding flow limits. */
  readonly limits: readonly SavedLimit[];
  /** Binding rows of units that these limits keep below their maximum; absent from data saved by earlier versions. */
  readonly deliverable?: readonly SavedDeliverable[];
  /** Gap between the schedule and the bound of the relaxation, relative; absent as above. */
  readonly gap?: number;
  /** Divisions of the search, each after its parent; absent if it was not divided. */
  readonly divisions?: readonly SavedDivision[];
}

/** Two branches: at most `most` units of a class are on in an hour, or more. */
export interface SavedDivision {
  /** Column that counts the units. */
  readonly column: number;
  readonly most: number;
  /** Position of the parent division and the branch of it that is divided; null = this is the root. */
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
