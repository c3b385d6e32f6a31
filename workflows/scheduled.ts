/**
 * One due time of a schedule. The workflow stays open until its run has ended, so that the overlap policy of the
 * schedule applies to runs.
 */
import { ApplicationFailure, workflowInfo } from '@temporalio/workflow';
import type { DueInput } from '../temporal/case/messages/schedule.ts';
import { waiting } from './proxies.ts';

export async function scheduled({ scheduleId }: Pick<DueInput, 'scheduleId'>): Promise<void> {
  // The server states the due time of the workflow, however late it starts the workflow.
  const [at] = workflowInfo().searchAttributes['TemporalScheduledStartTime'] ?? [];
  if (!(at instanceof Date)) throw ApplicationFailure.nonRetryable('Only a schedule may start this');
  await waiting.runDue({ scheduleId, at: at.toISOString() });
}
