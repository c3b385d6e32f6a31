/** What a similar case has left, from which a search may begin. */
import type { Commitment } from './payload.ts';
import type { SavedRelaxation } from './saved-relaxation.ts';

export interface WarmStart {
  /** Units that the case does not have, and hours beyond its horizon, mean nothing; null = no longer stored. */
  readonly commitment: Commitment | null;
  /** Means nothing to a case with other columns and rows. */
  readonly relaxation?: SavedRelaxation;
  /** The job that a client named; the result then says what became of it. */
  readonly jobId?: string;
}
