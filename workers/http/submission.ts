/** What a caller of the solver service submits, in canonical form. */
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { JobType } from '../../temporal/solvers.ts';

export interface Submission {
  readonly jobType: JobType;
  /** Marks of the job beside its type. */
  readonly tags: readonly string[];
  readonly payload: SolvePayload;
  /** Time limit, s. */
  readonly timeout: number;
  /** Absent = a new one. */
  readonly jobId: string | undefined;
}
