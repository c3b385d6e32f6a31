/** One time of a schedule: open until its run has ended, so that the overlap policy of the schedule is about runs. */
import { ApplicationFailure, workflowInfo } from '@temporalio/workflow';
import type { DueInput } from '../temporal/case/messages/schedule.ts';
import { waiting } from './proxies.ts';

export async function scheduled({ scheduleId }: Pick<DueInput, 'scheduleId'>): Promise<void> {
  // The server says for which time it starts a workflow, whenever it comes to do so.
  const [at] = workflowInfo().searchAttributes['TemporalScheduledStartTime'] ?? [];
  if (!(at instanceof Date)) throw ApplicationFailure.nonRetryable('Only a schedule may start this');
  await waiting.runDue({ scheduleId, at: at.toISOString() });
}
