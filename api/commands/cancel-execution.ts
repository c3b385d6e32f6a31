/** Cancels an execution: it ends `cancelled` once its solves have. */
import { toExecutionInput } from '../../mongo/execution-input.ts';
import { isTerminal } from '../../temporal/messages/job.ts';
import type { Deps } from '../deps.ts';
import { Conflict } from '../errors.ts';
import { executionStatus } from '../model-builder/execution-status.ts';
import { ownedExecution } from '../model-builder/owned-execution.ts';
import type { Execution } from '../schemas/execution.ts';
import type { Caller } from './caller.ts';
import { tellWorkflow } from './tell-workflow.ts';

export async function cancelExecution(deps: Deps, executionId: string, { user }: Caller): Promise<Execution> {
  const execution = await ownedExecution(deps, executionId, user);
  if (isTerminal(execution.status)) throw new Conflict(`The execution is already ${execution.status}`);
  await tellWorkflow(execution, {
    start: () => deps.executionWorkflows.start(toExecutionInput(execution)),
    send: () => deps.executionWorkflows.cancel(executionId),
  });
  return executionStatus(deps, execution);
}
