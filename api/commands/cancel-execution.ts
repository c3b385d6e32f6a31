/** Cancels an execution: it ends `cancelled` once its solves have. */
import { toExecutionInput } from '../../mongo/execution-input.ts';
import type { ExecutionRecord } from '../../mongo/executions.ts';
import { isTerminal } from '../../temporal/messages/job.ts';
import type { Deps } from '../deps.ts';
import { BadGateway, Conflict } from '../errors.ts';
import { executionStatus } from '../model-builder/execution-status.ts';
import { ownedExecution } from '../model-builder/owned-execution.ts';
import type { Execution } from '../schemas/execution.ts';
import type { Caller } from './caller.ts';

export async function cancelExecution(deps: Deps, executionId: string, { user }: Caller): Promise<Execution> {
  const execution = await ownedExecution(deps, executionId, user);
  if (isTerminal(execution.status)) throw new Conflict(`The execution is already ${execution.status}`);
  const heard = await cancelWorkflow(deps, execution).catch((cause: unknown) => {
    throw new BadGateway('Workflow service unreachable', { cause });
  });
  if (!heard) throw new Conflict('The execution has already ended');
  return executionStatus(deps, execution);
}

/** One that was accepted but not started yet is started first: only a workflow can end it. */
async function cancelWorkflow({ executionWorkflows }: Deps, execution: ExecutionRecord): Promise<boolean> {
  if (!execution.workflow_started) await executionWorkflows.start(toExecutionInput(execution));
  return executionWorkflows.cancel(execution._id);
}
