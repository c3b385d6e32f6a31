/** Marks an execution as running and tells how many of its windows an earlier run has solved. */
import { ApplicationFailure } from '@temporalio/activity';
import type { BegunExecution } from '../../temporal/messages/execution-run.ts';
import type { RecordActivityDeps } from '../deps.ts';

export async function beginExecution(
  { executions, windows, now }: Pick<RecordActivityDeps, 'executions' | 'windows' | 'now'>,
  executionId: string,
): Promise<BegunExecution> {
  await executions.markRunning(executionId, now());
  const record = await executions.find(executionId);
  if (!record) throw ApplicationFailure.nonRetryable('The execution is not on record', 'INTERNAL');
  return {
    startedAt: (record.started_at ?? now()).toISOString(),
    closed: await windows.countClosed(executionId),
  };
}
