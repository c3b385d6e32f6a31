/** Starts, watches and ends solve workflows. */
import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import type { SolveInput, SolveState } from './messages/solve-run.ts';
import { SOLVE_MESSAGE, WORKFLOW } from './names.ts';
import { pendingSolve } from './pending-solve.ts';
import { runStatus } from './run-status.ts';
import { solveOptions } from './solve-options.ts';
import { type Description, toSolveState } from './status.ts';
import { createWorkflowCalls } from './workflow-calls.ts';

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
  const calls = createWorkflowCalls(client);
  return {
    start: (input) => calls.start(WORKFLOW.solve, solveOptions(input)),
    state: (jobId) => calls.state(jobId, (description) => toSolveState(describe(description))),
    cancel: calls.cancel,
    stop: (jobId) => calls.signal(jobId, SOLVE_MESSAGE.stop),
  };
}

function describe(description: WorkflowExecutionDescription): Description {
  const pending = pendingSolve(description);
  return {
    ...runStatus(description),
    started: pending?.isStarted ?? false,
    heartbeat: pending?.heartbeat ?? null,
  };
}
