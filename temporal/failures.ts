/** Why a job has no answer: the `type` of an `ApplicationFailure` and the `code` of a job's error. */
export const JOB_ERROR_CODES = [
  'SOLVER_ERROR',
  'SOLVER_TIMEOUT',
  'SOLVER_UNAVAILABLE',
  'INVALID_MODEL',
  'VERIFICATION_FAILED',
  'CANCELLED',
  'INTERNAL',
] as const;
export type JobErrorCode = (typeof JOB_ERROR_CODES)[number];

/**
 * `type` of a failure that says nothing of the job: its attempt was broken off, or had no slot. Its detail:
 * `Heartbeat`.
 */
export const ATTEMPT_LOST = 'ATTEMPT_LOST';

export const isJobErrorCode = (type: unknown): type is JobErrorCode =>
  (JOB_ERROR_CODES as readonly unknown[]).includes(type);
