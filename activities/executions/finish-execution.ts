/** Writes how an execution ended and what it found, and starts its retention; the first end wins. */
import { ApplicationFailure } from '@temporalio/activity';
import { type ExecutionRecord, toExecutionInput } from '../../mongo/executions.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import type { ExecutionEnd, FinishedExecution } from '../../temporal/case/messages/execution.ts';
import type { JobError } from '../../temporal/case/messages/job.ts';
import { ENDED_FROM_OUTSIDE } from '../../temporal/run-status.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { expiryOf, finishParts } from '../runs/finish.ts';
import type { Swept } from '../runs/sweep.ts';
import { readExecution } from './begin-execution.ts';
import { executionResults } from './execution-results.ts';

export interface FinishExecutionInput {
  readonly executionId: string;
  /** Null when every window has been solved, or the last one has no schedule. */
  readonly end: Exclude<ExecutionEnd, { status: 'completed' }> | null;
}

const LOST: JobError = { code: 'INTERNAL', message: 'The execution ended before its solve', retryable: true };

export async function finishExecution(
  deps: RecordActivityDeps,
  { executionId, end }: FinishExecutionInput,
): Promise<FinishedExecution> {
  const at = deps.now();
  await finishParts(deps, executionId, end ?? { status: 'failed', error: LOST });
  const asked = end ?? (await completed(deps, executionId));
  const record = await deps.audit.together(async (tx) => {
    const finished = await deps.executions.finish(executionId, asked, at, expiryOf(at, deps), tx);
    if (!finished) throw ApplicationFailure.nonRetryable('The execution is not on record', 'INTERNAL');
    await audit(deps, finished, endOf(finished, asked), tx);
    return finished;
  });
  const expiresAt = record.expires_at ?? expiryOf(at, deps);
  await deps.documents.expire(executionId, expiresAt);
  await deps.windows.expire(executionId, expiresAt);
  return { end: endOf(record, asked), finishedAt: (record.finished_at ?? at).toISOString() };
}

async function completed(deps: RecordActivityDeps, executionId: string): Promise<ExecutionEnd> {
  const { model } = await readExecution(deps, executionId);
  return {
    status: 'completed',
    results: await executionResults(deps.windows.all(executionId), model.rolling),
  };
}

function endOf({ status, error, results }: ExecutionRecord, asked: ExecutionEnd): ExecutionEnd {
  if (status === asked.status) return asked;
  if (status === 'completed' && results) return { status, results };
  return { status: status === 'cancelled' ? 'cancelled' : 'failed', error: error ?? LOST };
}

/** The audit log knows no event of its own for a cancelled execution. */
async function audit(
  deps: RecordActivityDeps,
  { _id, user_id, pcm_model_id }: ExecutionRecord,
  end: ExecutionEnd,
  tx: Transaction,
): Promise<void> {
  const event = end.status === 'completed' ? 'execution_completed' : 'execution_failed';
  const subject = {
    userId: user_id,
    once: `${end.status}/${_id}`,
    details: {
      execution_id: _id,
      pcm_model_id,
      ...(end.status === 'completed'
        ? { termination_status: end.results.termination_status }
        : { code: end.error.code }),
    },
  };
  await deps.audit.record(event, subject, tx);
}

/** Executions of the model builder, as the sweep sees them. */
export const sweptExecutions = (deps: RecordActivityDeps): Swept<ExecutionRecord> => ({
  records: deps.executions,
  start: (execution) => deps.executionWorkflows.start(toExecutionInput(execution)),
  state: ({ _id }) => deps.executionWorkflows.state(_id),
  close: ({ _id }) =>
    finishExecution(deps, { executionId: _id, end: { status: 'failed', error: ENDED_FROM_OUTSIDE } }),
  isPart: () => false,
});
