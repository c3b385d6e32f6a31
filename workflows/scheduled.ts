/**
 * One time of a schedule: starts its run and stays open until that has ended, so that the overlap policy of the schedule is
 * about runs.
 */
import { ApplicationFailure, workflowInfo } from '@temporalio/workflow';
import type { DueInput, ScheduledInput } from '../temporal/case/messages/schedule.ts';
import { records, waiting } from './proxies.ts';

export async function scheduled({ scheduleId }: ScheduledInput): Promise<void> {
  const due: DueInput = { scheduleId, scheduledAt: scheduledTime().toISOString() };
  const { run } = await records.submitScheduled(due);
  if (run) await waiting.awaitRun({ ...due, run });
}

/** The server says for which time it starts a workflow, whenever it comes to do so. */
function scheduledTime(): Date {
  const [at] = workflowInfo().searchAttributes['TemporalScheduledStartTime'] ?? [];
  if (at instanceof Date) return at;
  throw ApplicationFailure.nonRetryable('Only a schedule may start this');
}
