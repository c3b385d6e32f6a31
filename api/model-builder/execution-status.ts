/** One execution: MongoDB when it is over, else its workflow, else what was stored. */
import type { ExecutionRecord } from '../../mongo/executions.ts';
import type { ExecutionState } from '../../temporal/messages/execution-run.ts';
import { isTerminal } from '../../temporal/messages/job.ts';
import type { Deps } from '../deps.ts';
import type { Execution } from '../schemas/execution.ts';
import { toExecution } from './execution-view.ts';

type StatusDeps = Pick<Deps, 'executions' | 'executionWorkflows' | 'windows' | 'log'>;

export async function executionStatus(deps: StatusDeps, execution: ExecutionRecord): Promise<Execution> {
  const id = execution._id;
  const state = isTerminal(execution.status) ? undefined : await stateOf(deps, id);
  // The workflow ends after MongoDB has the end: read that again rather than trust an old copy.
  const isOver = state !== undefined && isTerminal(state.status);
  const latest = isOver ? ((await deps.executions.find(id)) ?? execution) : execution;
  return toExecution(latest, state, await deps.windows.countClosed(id));
}

/** Temporal down is no reason to hide what MongoDB knows. */
async function stateOf(
  { executionWorkflows, log }: StatusDeps,
  executionId: string,
): Promise<ExecutionState | undefined> {
  try {
    return await executionWorkflows.state(executionId);
  } catch (error) {
    log.warn({ err: error, execution_id: executionId }, 'status answered without Temporal');
    return undefined;
  }
}
