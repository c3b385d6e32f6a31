/** The solver activity, again for as long as its workers are lost. */
import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow';
import type { Heartbeat, RunSolverInput, SolveSummary } from '../temporal/case/messages/solve-run.ts';
import { ATTEMPT_LOST } from '../temporal/failures.ts';
import { solverActivities } from './proxies.ts';

/** A job that was lost more often may be what kills the workers: its next attempt waits like any other. */
const MOST_STARTS_FIRST = 5;

/**
 * The attempt after a lost one goes on from what it saved, with the time that it has not used, and before jobs that
 * have not begun: the loss costs its time and no more.
 */
export async function runAttempts(input: RunSolverInput): Promise<SolveSummary> {
  let previous: Heartbeat | undefined;
  let goesFirst = input.finish;
  for (;;) {
    const { runSolver } = solverActivities(input.solver, input.timeLimitS, goesFirst);
    try {
      return await runSolver({ ...input, ...(previous && { previous }) });
    } catch (error) {
      const lost = lostAttempt(error);
      if (!lost) throw error;
      previous = lost.latest ?? previous;
      goesFirst = (previous?.starts ?? 0) <= MOST_STARTS_FIRST;
    }
  }
}

interface LostAttempt {
  /** The last that was heard of it. */
  readonly latest: Heartbeat | undefined;
}

/** Undefined when the attempt failed by itself. */
function lostAttempt(error: unknown): LostAttempt | undefined {
  if (!(error instanceof ActivityFailure)) return undefined;
  const { cause } = error;
  return cause && isLoss(cause) ? { latest: detailsOf(cause) as Heartbeat | undefined } : undefined;
}

const isLoss = (cause: Error): boolean =>
  (cause instanceof TimeoutFailure && cause.timeoutType === 'HEARTBEAT') ||
  (cause instanceof ApplicationFailure && cause.type === ATTEMPT_LOST);

function detailsOf(cause: Error | undefined): unknown {
  if (cause instanceof TimeoutFailure) return cause.lastHeartbeatDetails;
  return cause instanceof ApplicationFailure ? cause.details?.[0] : undefined;
}
