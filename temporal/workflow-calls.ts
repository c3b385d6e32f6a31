/**
 * Calls to workflows, each with a deadline. A call to a workflow that has ended or never existed returns a value
 * instead of throwing. Also starts, reads and cancels experiments and executions.
 */
import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowExecutionDescription,
  WorkflowNotFoundError,
  type WorkflowStartOptions,
} from '@temporalio/client';
import type { ConnectionStudyInput, ConnectionStudyState } from './case/messages/connection.ts';
import type { ExecutionInput, ExecutionState } from './case/messages/execution.ts';
import type { ExperimentInput, ExperimentState } from './case/messages/experiment-run.ts';
import { ORCHESTRATION_QUEUE, STATUS_QUERY, searchAttributes, WORKFLOW } from './names.ts';
import { runStatus } from './run-status.ts';
import { executionOptions, summaryText } from './solve-options.ts';

/** Deadlines of calls, ms. Reading a status may take two calls: the query, and then the description. */
const START_MS = 3000;
const QUERY_MS = 1500;
const DESCRIBE_MS = 2000;

interface WorkflowCalls {
  /** Starts the workflow; repeated starts, even after its end, have no effect. */
  start(type: string, options: StartOptions): Promise<void>;
  /**
   * State of a workflow, from its status query; if no worker answers, from `describe`. Undefined if Temporal does not
   * know the workflow.
   */
  state<State>(
    id: string,
    describe: (description: WorkflowExecutionDescription) => State | Promise<State>,
  ): Promise<State | undefined>;
  /** Cancels a workflow; false if it has ended already or was never started. */
  cancel(id: string): Promise<boolean>;
  signal(id: string, name: string): Promise<boolean>;
}

type StartOptions = Pick<
  WorkflowStartOptions,
  'workflowId' | 'staticSummary' | 'typedSearchAttributes' | 'priority'
> & { readonly args: [object] };

export function createWorkflowCalls(client: Client): WorkflowCalls {
  const within = <T>(ms: number, call: () => Promise<T>): Promise<T> =>
    client.withDeadline(Date.now() + ms, call);
  const handle = (id: string) => client.workflow.getHandle(id);
  return {
    async start(type, options) {
      try {
        await within(START_MS, () =>
          client.workflow.start(type, {
            taskQueue: ORCHESTRATION_QUEUE,
            workflowIdConflictPolicy: 'USE_EXISTING',
            workflowIdReusePolicy: 'REJECT_DUPLICATE',
            ...options,
          }),
        );
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      }
    },
    async state<State>(
      id: string,
      describe: (description: WorkflowExecutionDescription) => State | Promise<State>,
    ) {
      try {
        // Without an answer from a worker, or if the workflow is stuck or closed, the status comes from the server.
        return await within(QUERY_MS, () => handle(id).query<State>(STATUS_QUERY)).catch((error: unknown) => {
          if (error instanceof WorkflowNotFoundError) throw error;
          return within(DESCRIBE_MS, async () => describe(await handle(id).describe()));
        });
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return undefined;
        throw error;
      }
    },
    cancel: (id) => isHeard(within(START_MS, () => handle(id).cancel())),
    signal: (id, name) => isHeard(within(START_MS, () => handle(id).signal(name))),
  };
}

/** Result of sending a message: false if the workflow has ended or was never started, and so cannot receive it. */
async function isHeard(message: Promise<unknown>): Promise<boolean> {
  try {
    await message;
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

export type StartDeliveries = ReturnType<typeof createStartDeliveries>;

/**
 * Starts deliveries of events to webhooks. A delivery that Temporal does not accept now is started later by the
 * workflow `sweep`.
 */
export function createStartDeliveries(client: Client) {
  const calls = createWorkflowCalls(client);
  return async (deliveries: readonly { readonly _id: string; readonly user_id: string }[]): Promise<void> => {
    const started = deliveries.map(({ _id: deliveryId, user_id }) =>
      calls.start(WORKFLOW.deliver, {
        workflowId: `delivery-${deliveryId}`,
        args: [{ deliveryId }],
        typedSearchAttributes: [{ key: searchAttributes.userId, value: user_id }],
        priority: { fairnessKey: user_id },
      }),
    );
    await Promise.allSettled(started);
  };
}

export interface ExecutionWorkflows {
  /** Starts the workflow of an execution; repeated starts have no effect. */
  start(input: ExecutionInput): Promise<void>;
  /** State of an execution; undefined if Temporal does not know it. */
  state(executionId: string): Promise<ExecutionState | undefined>;
  /** Cancels an execution; false if its workflow has ended already. */
  cancel(executionId: string): Promise<boolean>;
}

export function createExecutionWorkflows(client: Client): ExecutionWorkflows {
  const calls = createWorkflowCalls(client);
  return {
    start: (input) => calls.start(WORKFLOW.execution, executionOptions(input)),
    state: (executionId) =>
      calls.state<ExecutionState>(executionId, (description) => ({
        ...runStatus(description),
        startedAt: description.startTime.toISOString(),
      })),
    cancel: calls.cancel,
  };
}

export interface ExperimentWorkflows {
  /** Starts an attempt of an experiment; repeated starts have no effect. */
  start(input: ExperimentInput): Promise<void>;
  /** State of an attempt; undefined if Temporal does not know it. */
  state(experimentId: string, attempt: number): Promise<ExperimentState | undefined>;
  /** Cancels an attempt; false if its workflow has ended already. */
  cancel(experimentId: string, attempt: number): Promise<boolean>;
}

/** Id of the workflow of an attempt; each attempt is a separate workflow. */
export const experimentWorkflowId = (experimentId: string, attempt: number): string =>
  attempt === 1 ? experimentId : `${experimentId}-${attempt}`;

export function createExperimentWorkflows(client: Client): ExperimentWorkflows {
  const calls = createWorkflowCalls(client);
  return {
    start: (input) => calls.start(WORKFLOW.experiment, startOptions(input)),
    state: (experimentId, attempt) =>
      calls.state<ExperimentState>(experimentWorkflowId(experimentId, attempt), (description) => ({
        ...runStatus(description),
        startedAt: description.startTime.toISOString(),
        completed: null,
        running: null,
      })),
    cancel: (experimentId, attempt) => calls.cancel(experimentWorkflowId(experimentId, attempt)),
  };
}

const startOptions = (input: ExperimentInput) => ({
  workflowId: experimentWorkflowId(input.experimentId, input.attempt),
  args: [input] as [ExperimentInput],
  staticSummary: `Experiment ${summaryText(input.name, 80)}: ${input.total} scenarios of ${summaryText(input.baseScenarioId, 80)}`,
  typedSearchAttributes: [
    { key: searchAttributes.jobStatus, value: 'queued' },
    { key: searchAttributes.userId, value: input.userId },
    { key: searchAttributes.scenarioId, value: input.baseScenarioId },
    { key: searchAttributes.experimentId, value: input.experimentId },
  ],
  priority: { fairnessKey: input.userId },
});

export type ConnectionStudyWorkflows = ReturnType<typeof createConnectionStudyWorkflows>;

/** Starts, reads and cancels attempts of connection studies. */
export function createConnectionStudyWorkflows(client: Client) {
  const calls = createWorkflowCalls(client);
  return {
    start: (input: ConnectionStudyInput) =>
      calls.start(WORKFLOW.connectionStudy, {
        workflowId: experimentWorkflowId(input.studyId, input.attempt),
        args: [input],
        staticSummary: `${input.parts} connections to ${summaryText(input.networkId, 120)}`,
        typedSearchAttributes: [
          { key: searchAttributes.jobStatus, value: 'queued' },
          { key: searchAttributes.userId, value: input.userId },
          { key: searchAttributes.scenarioId, value: input.networkId },
        ],
        priority: { fairnessKey: input.userId },
      }),
    state: (studyId: string, attempt: number) =>
      calls.state<ConnectionStudyState>(experimentWorkflowId(studyId, attempt), (description) => ({
        ...runStatus(description),
        startedAt: description.startTime.toISOString(),
        done: null,
      })),
    cancel: (studyId: string, attempt: number) => calls.cancel(experimentWorkflowId(studyId, attempt)),
  };
}
