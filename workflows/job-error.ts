/** What made the solver activity fail -> the error a client reads. Never a stack, never an internal message. */
import {
  ActivityFailure,
  ApplicationFailure,
  ChildWorkflowFailure,
  TimeoutFailure,
} from '@temporalio/workflow';
import type { JobError } from '../temporal/case/messages/job.ts';
import { isJobErrorCode } from '../temporal/failures.ts';

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

/** What an activity or a child failed with, however deep. */
const causeOf = (error: unknown): unknown =>
  error instanceof ActivityFailure || error instanceof ChildWorkflowFailure ? causeOf(error.cause) : error;
