/** One execution: MongoDB when it is over, else its workflow, else what was stored. */
import type { ExecutionRecord } from '../../mongo/executions.ts';
import { isTerminal } from '../../temporal/messages/job.ts';
import type { Deps } from '../deps.ts';
import { liveState } from '../live/live-state.ts';
import type { Execution } from '../schemas/execution.ts';
import { toExecution } from './execution-view.ts';

type StatusDeps = Pick<Deps, 'executions' | 'executionWorkflows' | 'windows' | 'log'>;

export async function executionStatus(deps: StatusDeps, execution: ExecutionRecord): Promise<Execution> {
  const { _id } = execution;
  const state = await liveState(deps, execution, () => deps.executionWorkflows.state(_id));
  // The workflow ends after MongoDB has the end: read that again rather than trust an old copy.
  const isOver = state !== undefined && isTerminal(state.status);
  const latest = isOver ? ((await deps.executions.find(_id)) ?? execution) : execution;
  return toExecution(latest, state, await deps.windows.countClosed(_id));
}
