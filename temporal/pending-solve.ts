/** The attempt at a solve that its workflow waits for, as the server knows it. */
import type { WorkflowExecutionDescription } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import type { Heartbeat } from './messages/solve-run.ts';

export interface PendingSolve {
  /** Another attempt that the workflow asked for has another one. */
  readonly activityId: string;
  /** Handed to a worker. */
  readonly isStarted: boolean;
  /** Identity of the worker that was given it last. */
  readonly worker: string;
  readonly heartbeat: Heartbeat | null;
}

/** `temporal.api.enums.v1.PendingActivityState` of an attempt that a worker holds. */
const STARTED_STATES: readonly unknown[] = [2, 3];

export function pendingSolve({ raw }: WorkflowExecutionDescription): PendingSolve | undefined {
  const activity = raw.pendingActivities?.find(({ activityType }) => activityType?.name === 'runSolver');
  if (!activity) return undefined;
  const payload = activity.heartbeatDetails?.payloads?.[0];
  return {
    activityId: activity.activityId ?? '',
    isStarted: STARTED_STATES.includes(activity.state),
    worker: activity.lastWorkerIdentity ?? '',
    heartbeat: payload ? defaultPayloadConverter.fromPayload<Heartbeat>(payload) : null,
  };
}
