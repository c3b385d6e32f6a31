/** Cancels an execution: it ends `cancelled` once its solves have. */
import { toExecutionInput } from '../../mongo/executions.ts';
import { isTerminal } from '../../temporal/case/messages/job.ts';
import type { Deps } from '../deps.ts';
import { Conflict } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import { tellWorkflow } from '../runs/tell-workflow.ts';
import type { Execution } from './execution.ts';
import { executionStatus, ownedExecution } from './execution-status.ts';

export async function cancelExecution(deps: Deps, executionId: string, { user }: Caller): Promise<Execution> {
  const execution = await ownedExecution(deps, executionId, user);
  if (isTerminal(execution.status)) throw new Conflict(`The execution is already ${execution.status}`);
  await tellWorkflow(execution, {
    start: () => deps.executionWorkflows.start(toExecutionInput(execution)),
    send: () => deps.executionWorkflows.cancel(executionId),
  });
  return executionStatus(deps, execution);
}
