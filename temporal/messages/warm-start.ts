/** A commitment of a similar case, from which a search may begin. */
import type { Commitment } from './payload.ts';

export interface WarmStart {
  /** Units that the case does not have, and hours beyond its horizon, mean nothing; null = no longer stored. */
  readonly commitment: Commitment | null;
  /** The job that a client named; the result then says what became of it. */
  readonly jobId?: string;
}
