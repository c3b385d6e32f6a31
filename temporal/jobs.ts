/** Starts, watches and ends solve workflows. */
import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import { decodeFromPayloadsAtIndex } from '@temporalio/common/lib/internal-non-workflow/index.js';
import type { Heartbeat, SolveInput, SolveState } from './case/messages/solve-run.ts';
import { SOLVE_MESSAGE, WORKFLOW } from './names.ts';
import { type RunStatus, runStatus } from './run-status.ts';
import { solveOptions } from './solve-options.ts';
import { createWorkflowCalls } from './workflow-calls.ts';

export interface JobWorkflows {
  /** Starts the workflow of a job; repeated starts have no effect. */
  start(input: SolveInput): Promise<void>;
  /**
   * State of a job, from the status query; if no worker answers, from the workflow's description. Undefined if Temporal
   * does not know the job.
   */
  state(jobId: string): Promise<SolveState | undefined>;
  /** Cancels a job; false if the workflow has ended already. */
  cancel(jobId: string): Promise<boolean>;
  /** Asks the solver to return its incumbent as the result; false if the workflow has ended already. */
  stop(jobId: string): Promise<boolean>;
}

export function createJobWorkflows(client: Client): JobWorkflows {
  const calls = createWorkflowCalls(client);
  return {
    start: (input) => calls.start(WORKFLOW.solve, solveOptions(input)),
    state: (jobId) =>
      calls.state(jobId, async (description) => toSolveState(await describe(client, description))),
    cancel: calls.cancel,
    stop: (jobId) => calls.signal(jobId, SOLVE_MESSAGE.stop),
  };
}

async function describe(client: Client, description: WorkflowExecutionDescription): Promise<Description> {
  const pending = await pendingSolve(client, description);
  return {
    ...runStatus(description),
    started: pending?.isStarted ?? false,
    heartbeat: pending?.heartbeat ?? null,
  };
}

/** Fields of `describe()` from which a status is made. */
export interface Description extends RunStatus {
  /** True if a worker has taken an attempt of the solver activity. */
  readonly started: boolean;
  readonly heartbeat: Heartbeat | null;
}

/** The state of a solve from Temporal's description of its workflow; used when no worker answers the status query. */
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

/** The pending solve attempt of a workflow, as the server knows it. */
export interface PendingSolve {
  /** Id of the activity; it differs for each attempt that the workflow requests. */
  readonly activityId: string;
  readonly isStarted: boolean;
  /** Identity of the worker that last took the attempt. */
  readonly worker: string;
  readonly heartbeat: Heartbeat | null;
}

/** Values of `temporal.api.enums.v1.PendingActivityState` while a worker holds an attempt. */
const STARTED_STATES: readonly unknown[] = [2, 3];

export async function pendingSolve(
  { options }: Client,
  { raw }: WorkflowExecutionDescription,
): Promise<PendingSolve | undefined> {
  const activity = raw.pendingActivities?.find(({ activityType }) => activityType?.name === 'runSolver');
  if (!activity) return undefined;
  const beats = activity.heartbeatDetails?.payloads;
  return {
    activityId: activity.activityId ?? '',
    isStarted: STARTED_STATES.includes(activity.state),
    worker: activity.lastWorkerIdentity ?? '',
    heartbeat: beats?.length
      ? await decodeFromPayloadsAtIndex<Heartbeat>(options.loadedDataConverter, 0, beats)
      : null,
  };
}
