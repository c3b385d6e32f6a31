/** Temporal's description of a solve workflow -> its state, when no worker answers the status query. */
import type { Heartbeat, SolveState } from './messages/solve-run.ts';

/** The facts of `describe()` that a status needs. */
export interface Description {
  readonly execution: 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'TERMINATED' | 'TIMED_OUT' | 'OTHER';
  readonly closedAt: string | null;
  /** An attempt of the solver activity has been handed to a worker. */
  readonly started: boolean;
  readonly heartbeat: Heartbeat | null;
}

export function toSolveState({ execution, closedAt, started, heartbeat }: Description): SolveState {
  const seen = {
    startedAt: heartbeat?.startedAt ?? null,
    percent: heartbeat?.percent ?? 0,
    progress: heartbeat?.progress ?? null,
    finishedAt: closedAt,
    error: null,
  };
  switch (execution) {
    case 'RUNNING':
    case 'OTHER':
      return { ...seen, status: started || heartbeat ? 'running' : 'queued' };
    case 'COMPLETED':
      return { ...seen, status: 'completed', percent: 100 };
    case 'CANCELLED':
      return {
        ...seen,
        status: 'cancelled',
        error: { code: 'CANCELLED', message: 'Cancelled on request', retryable: true },
      };
    default:
      return { ...seen, status: 'failed', error: ENDED_FROM_OUTSIDE };
  }
}

/** Terminated or timed out by the server: no code of ours ran to say more. */
export const ENDED_FROM_OUTSIDE = {
  code: 'INTERNAL',
  message: 'The workflow was ended from outside before it could report a result',
  retryable: true,
} as const;
