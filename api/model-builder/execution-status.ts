/** One execution: MongoDB when it is over, else its workflow, else what was stored. */
import type { ExecutionRecord } from '../../mongo/executions.ts';
import { isTerminal } from '../../temporal/case/messages/job.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import { liveState } from '../runs/live-state.ts';
import { type Execution, toExecution } from './execution.ts';

type StatusDeps = Pick<Deps, 'executions' | 'executionWorkflows' | 'windows' | 'log'>;

export async function executionStatus(deps: StatusDeps, execution: ExecutionRecord): Promise<Execution> {
  const { _id } = execution;
  const state = await liveState(deps, execution, () => deps.executionWorkflows.state(_id));
  // The workflow ends after MongoDB has the end: read that again rather than trust an old copy.
  const isOver = state !== undefined && isTerminal(state.status);
  const latest = isOver ? ((await deps.executions.find(_id)) ?? execution) : execution;
  return toExecution(latest, state, await deps.windows.countClosed(_id));
}

/** The caller's execution, or 404: nobody learns whether another user's execution exists. */
export async function ownedExecution(
  { executions }: Pick<Deps, 'executions'>,
  executionId: string,
  { userId, role }: Principal,
): Promise<ExecutionRecord> {
  const execution = await executions.find(executionId);
  if (!execution || (execution.user_id !== userId && role !== 'admin')) {
    throw new NotFound('Execution not found');
  }
  return execution;
}
