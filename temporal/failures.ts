/** Reasons why a job has no result. They are the `type` of an `ApplicationFailure` and the `code` of a job's error. */
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
 * `type` of a failure for which the job is not the cause: its attempt was interrupted, or found no free slot. The
 * detail of the failure is a `Heartbeat`.
 */
export const ATTEMPT_LOST = 'ATTEMPT_LOST';

export const isJobErrorCode = (type: unknown): type is JobErrorCode =>
  (JOB_ERROR_CODES as readonly unknown[]).includes(type);
