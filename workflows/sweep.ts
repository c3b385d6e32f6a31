/** Repairs what a crash left incomplete between MongoDB and Temporal. A Temporal Schedule starts it. */
import { patched } from '@temporalio/workflow';
import { records } from './proxies.ts';

interface SweepSummary {
  /** Number of jobs, experiments and executions that were accepted and whose missing workflow was started. */
  readonly started: number;
  /** Number of open runs that were recorded as failed because their workflow was ended from outside. */
  readonly closed: number;
  /** Number of files that were deleted after their retention period. */
  readonly deleted: number;
  /** Number of audit entries that were appended: they were stored with a change, and missing in the log. */
  readonly appended: number;
  /** Number of missed due times that were added to the history of their schedules. */
  readonly missed: number;
  /** Number of deliveries whose missing workflow was started. */
  readonly delivered: number;
}

export async function sweep(): Promise<SweepSummary> {
  const started = await records.startUnstarted();
  const closed = await records.closeAbandoned();
  const deleted = await records.deleteExpiredDocuments();
  const appended = patched('append-left-entries') ? await records.appendLeftEntries() : 0;
  const hasSchedules = patched('schedules-and-webhooks');
  const delivered = hasSchedules ? await records.sweepDeliveries() : 0;
  const missed = hasSchedules ? await records.sweepSchedules() : 0;
  return { started, closed, deleted, appended, missed, delivered };
}
