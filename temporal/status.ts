/** Temporal's description of a solve workflow -> its state, when no worker answers the status query. */
import type { Heartbeat, SolveState } from './messages/solve-run.ts';
import type { RunStatus } from './run-status.ts';

/** The facts of `describe()` that a status needs. */
export interface Description extends RunStatus {
  /** An attempt of the solver activity has been handed to a worker. */
  readonly started: boolean;
  readonly heartbeat: Heartbeat | null;
}

export function toSolveState({ status, finishedAt, error, started, heartbeat }: Description): SolveState {
  const waiting = status === 'running' && !started && !heartbeat;
  return {
    status: waiting ? 'queued' : status,
    startedAt: heartbeat?.startedAt ?? null,
    percent: status === 'completed' ? 100 : (heartbeat?.percent ?? 0),
    progress: heartbeat?.progress ?? null,
    finishedAt,
    error,
  };
}
