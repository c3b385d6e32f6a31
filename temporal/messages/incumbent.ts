/** The best schedule found so far: enough to start a search from, or to finish with. */
import type { Commitment } from './payload.ts';

export interface Incumbent {
  readonly commitment: Commitment;
  /** Cost of the schedule, $. */
  readonly objective: number;
  /** Proven lower bound at that time, $; null when none. */
  readonly bound: number | null;
}
