/** Starts, watches and ends execution workflows of the model builder. */
import type { Client } from '@temporalio/client';
import type { ExecutionInput, ExecutionState } from './case/messages/execution.ts';
import { WORKFLOW } from './names.ts';
import { runStatus } from './run-status.ts';
import { executionOptions } from './solve-options.ts';
import { createWorkflowCalls } from './workflow-calls.ts';

export interface ExecutionWorkflows {
  /** Starts the workflow of an execution; starting it again changes nothing. */
  start(input: ExecutionInput): Promise<void>;
  /** Undefined when Temporal does not know the execution. */
  state(executionId: string): Promise<ExecutionState | undefined>;
  /** False when the workflow has ended already. */
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
