/** Starts, watches and ends solve workflows: the only caller of `client.workflow.*` for jobs. */
import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowExecutionDescription,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { defaultPayloadConverter, TypedSearchAttributes } from '@temporalio/common';
import type { Heartbeat, SolveInput, SolveState } from './messages/solve-run.ts';
import { ORCHESTRATION_QUEUE, SOLVE_MESSAGE, WORKFLOW } from './names.ts';
import { searchAttributes } from './search-attributes.ts';
import { type Description, toSolveState } from './status.ts';

/** Deadlines of one call, ms. A status reply waits for the query and then for the description. */
const START_MS = 3000;
const QUERY_MS = 1500;
const DESCRIBE_MS = 2000;

/** `temporal.api.enums.v1.PendingActivityState` of an attempt that a worker holds. */
const STARTED_STATES: readonly unknown[] = [2, 3];

export interface JobWorkflows {
  /** Starts the workflow of a job; starting it again changes nothing. */
  start(input: SolveInput): Promise<void>;
  /** State by query, else by description; undefined when Temporal does not know the job. */
  state(jobId: string): Promise<SolveState | undefined>;
  /** False when the workflow has ended already. */
  cancel(jobId: string): Promise<boolean>;
  /** Asks for the incumbent as the answer; false when the workflow has ended already. */
  stop(jobId: string): Promise<boolean>;
}

export function createJobWorkflows(client: Client): JobWorkflows {
  const within = <T>(ms: number, call: () => Promise<T>): Promise<T> =>
    client.withDeadline(Date.now() + ms, call);
  const handle = (jobId: string) => client.workflow.getHandle(jobId);
  const query = (jobId: string) =>
    within(QUERY_MS, () => handle(jobId).query<SolveState>(SOLVE_MESSAGE.status));
  return {
    async start(input) {
      try {
        await within(START_MS, () => client.workflow.start(WORKFLOW.solve, startOptions(input)));
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      }
    },
    async state(jobId) {
      try {
        // No worker, a stuck workflow or a closed one without code: the server still knows.
        return await query(jobId).catch((error: unknown) => {
          if (error instanceof WorkflowNotFoundError) throw error;
          return within(DESCRIBE_MS, async () => toSolveState(describe(await handle(jobId).describe())));
        });
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return undefined;
        throw error;
      }
    },
    cancel: (jobId) => isOpen(within(START_MS, () => handle(jobId).cancel())),
    stop: (jobId) => isOpen(within(START_MS, () => handle(jobId).signal(SOLVE_MESSAGE.stop))),
  };
}

/** A message to a workflow that has ended, or was never started, finds nobody. */
async function isOpen(message: Promise<unknown>): Promise<boolean> {
  try {
    await message;
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

const startOptions = (input: SolveInput) => ({
  workflowId: input.jobId,
  taskQueue: ORCHESTRATION_QUEUE,
  args: [input],
  workflowIdConflictPolicy: 'USE_EXISTING' as const,
  workflowIdReusePolicy: 'REJECT_DUPLICATE' as const,
  staticSummary: `${input.jobType.toUpperCase()} ${input.scenarioId.slice(0, 120)} (${input.solver}, ${input.timeLimitS} s)`,
  typedSearchAttributes: new TypedSearchAttributes([
    { key: searchAttributes.jobType, value: input.jobType },
    { key: searchAttributes.jobStatus, value: 'queued' },
    { key: searchAttributes.solver, value: input.solver },
    { key: searchAttributes.userId, value: input.userId },
    { key: searchAttributes.scenarioId, value: input.scenarioId },
  ]),
});

function describe({ status, closeTime, raw }: WorkflowExecutionDescription): Description {
  const activity = raw.pendingActivities?.find(({ activityType }) => activityType?.name === 'runSolver');
  const payload = activity?.heartbeatDetails?.payloads?.[0];
  return {
    execution: EXECUTIONS[status.name] ?? 'OTHER',
    closedAt: closeTime?.toISOString() ?? null,
    started: STARTED_STATES.includes(activity?.state),
    heartbeat: payload ? defaultPayloadConverter.fromPayload<Heartbeat>(payload) : null,
  };
}

const EXECUTIONS: Readonly<Record<string, Description['execution']>> = {
  RUNNING: 'RUNNING',
  COMPLETED: 'COMPLETED',
  FAILED: 'FAILED',
  CANCELLED: 'CANCELLED',
  TERMINATED: 'TERMINATED',
  TIMED_OUT: 'TIMED_OUT',
};
