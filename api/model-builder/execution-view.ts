/** A stored execution and what its workflow says -> what clients see (pure). */
import type { ExecutionRecord } from '../../mongo/executions.ts';
import type { ExecutionState } from '../../temporal/messages/execution-run.ts';
import { isTerminal } from '../../temporal/messages/job.ts';
import type { Execution, ExecutionSummary } from '../schemas/execution.ts';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Without a question to the workflow, for lists. */
export const toExecutionSummary = (execution: ExecutionRecord): ExecutionSummary => ({
  execution_id: execution._id,
  status: execution.status,
  pcm_model_id: execution.pcm_model_id,
  network_id: execution.network_id,
  created_at: execution.submitted_at.toISOString(),
  finished_at: iso(execution.finished_at),
});

/** A record that is terminal is the last word; before that the workflow knows more. */
export function toExecution(
  execution: ExecutionRecord,
  state: ExecutionState | undefined,
  windowsDone: number,
): Execution {
  const live = isTerminal(execution.status) ? undefined : state;
  const status = live?.status ?? execution.status;
  const share = Math.min(1, windowsDone / execution.windows);
  return {
    ...toExecutionSummary(execution),
    status,
    solver: { ...execution.solver },
    options: { ...execution.options },
    results: status === 'completed' ? execution.results : null,
    error: execution.error ?? live?.error ?? null,
    started_at: iso(execution.started_at) ?? live?.startedAt ?? null,
    finished_at: iso(execution.finished_at) ?? live?.finishedAt ?? null,
    progress: status === 'completed' ? 100 : Math.floor(100 * share),
    windows_total: execution.windows,
    windows_done: windowsDone,
  };
}
