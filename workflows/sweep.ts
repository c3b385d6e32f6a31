/** Started by a Temporal Schedule: repairs what a crash left incomplete between MongoDB and Temporal. */
import { patched } from '@temporalio/workflow';
import { records } from './proxies.ts';

interface SweepSummary {
  /** Number of accepted jobs, experiments and executions whose missing workflow was started. */
  readonly started: number;
  /** Number of open ones recorded as failed because their workflow was ended from outside. */
  readonly closed: number;
  /** Number of deleted files past their retention. */
  readonly deleted: number;
  /** Number of audit entries appended that were stored with a change and missing in the log. */
  readonly appended: number;
  /** Number of missed due times added to the history of their schedules. */
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
