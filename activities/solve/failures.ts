/**
 * Converts errors of the engine to failures of Temporal. Failures due to bad input, or because there is no result, are
 * not retried; other errors are.
 */
import { ApplicationFailure } from '@temporalio/activity';
import type { Heartbeat } from '../../temporal/case/messages/solve-run.ts';
import { ATTEMPT_LOST } from '../../temporal/failures.ts';
import { EngineError } from '../engine/base/engine.ts';

export function toApplicationFailure(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error;
  return ApplicationFailure.create({
    type: error.code,
    message: error.message,
    nonRetryable: true,
    cause: error,
  });
}

export const invalidModel = (message: string): ApplicationFailure =>
  ApplicationFailure.nonRetryable(message, 'INVALID_MODEL');

export const solverLost = (starts: number): ApplicationFailure =>
  ApplicationFailure.nonRetryable(
    `The solver worker was lost ${starts} times while it worked on this job`,
    'SOLVER_ERROR',
  );

/**
 * Failure of an interrupted attempt. The workflow retries it at once, before jobs that have not begun. `latest`: last
 * heartbeat of the attempt.
 */
export const attemptLost = (latest: Heartbeat | undefined): ApplicationFailure =>
  ApplicationFailure.nonRetryable('The attempt was broken off', ATTEMPT_LOST, ...(latest ? [latest] : []));
