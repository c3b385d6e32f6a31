/** What a client submits to be solved. */
import type { SolvePayload } from '../../temporal/messages/payload.ts';

export interface SolveSubmission {
  readonly scenario_id: string;
  readonly payload: SolvePayload;
  /** Time limit, s. */
  readonly timeout: number;
  readonly name?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}
