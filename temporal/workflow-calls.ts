/** Calls on one workflow, each with a deadline; one that has ended or never was is an answer, not an error. */
import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowExecutionDescription,
  WorkflowNotFoundError,
  type WorkflowStartOptions,
} from '@temporalio/client';
import { ORCHESTRATION_QUEUE, STATUS_QUERY } from './names.ts';

/** Deadlines of one call, ms. A status reply waits for the query and then for the description. */
const START_MS = 3000;
const QUERY_MS = 1500;
const DESCRIBE_MS = 2000;

interface WorkflowCalls {
  /** Starts the workflow; starting it again, even after its end, changes nothing. */
  start(type: string, options: StartOptions): Promise<void>;
  /** State by query, else what `describe` makes of it; undefined when Temporal does not know the workflow. */
  state<State>(
    id: string,
    describe: (description: WorkflowExecutionDescription) => State | Promise<State>,
  ): Promise<State | undefined>;
  /** False when the workflow has ended already, or was never started. */
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
        // No worker, a stuck workflow or a closed one without code: the server still knows.
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

/** A message to a workflow that has ended, or was never started, finds nobody. */
async function isHeard(message: Promise<unknown>): Promise<boolean> {
  try {
    await message;
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
