/** The end of a run: its error, its status in lists, and the close of its workflow. */
import {
  ActivityFailure,
  ApplicationFailure,
  CancelledFailure,
  ChildWorkflowFailure,
  isCancellation,
  TimeoutFailure,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { JobError, JobStatus } from '../temporal/case/messages/job.ts';
import { isJobErrorCode } from '../temporal/failures.ts';
import { searchAttributes } from '../temporal/names.ts';
import { CANCELLED } from '../temporal/run-status.ts';

interface WithoutAnswer {
  readonly status: 'cancelled' | 'failed';
  readonly error: JobError;
}
type End = WithoutAnswer | { readonly status: 'completed' };

/** The end of a run that `error` interrupted. */
export const endOf = (error: unknown): WithoutAnswer =>
  isCancellation(error)
    ? { status: 'cancelled', error: CANCELLED }
    : { status: 'failed', error: toJobError(error) };

export const errorOf = (end: End): JobError | null => (end.status === 'completed' ? null : end.error);

/**
 * Throws for a run without a result, so that the workflow closes with the status of the run, which the Web UI shows.
 */
export function requireCompleted<E extends End>(end: E): asserts end is Extract<E, { status: 'completed' }> {
  if (end.status === 'cancelled') throw new CancelledFailure(end.error.message);
  if (end.status === 'failed') throw ApplicationFailure.nonRetryable(end.error.message, end.error.code);
}

/** Shows a status in the lists of the Web UI. */
export const showStatus = (status: JobStatus): void =>
  upsertSearchAttributes([{ key: searchAttributes.jobStatus, value: status }]);

/** The failure of the solver activity as a client sees it, without stacks or internal messages. */
export function toJobError(error: unknown): JobError {
  const cause = causeOf(error);
  if (cause instanceof ApplicationFailure && isJobErrorCode(cause.type)) {
    return { code: cause.type, message: cause.message, retryable: !cause.nonRetryable };
  }
  if (cause instanceof TimeoutFailure) {
    return { code: 'SOLVER_TIMEOUT', message: 'The solver did not stop at its time limit', retryable: true };
  }
  return { code: 'INTERNAL', message: 'Internal error', retryable: true };
}

/** The innermost cause of a failed activity or child workflow. */
const causeOf = (error: unknown): unknown =>
  error instanceof ActivityFailure || error instanceof ChildWorkflowFailure ? causeOf(error.cause) : error;
