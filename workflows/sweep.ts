/** Started by a Temporal Schedule: makes good what a crash left half done between MongoDB and Temporal. */
import { patched } from '@temporalio/workflow';
import { records } from './proxies.ts';

interface SweepSummary {
  /** Accepted jobs, experiments and executions whose workflow was never started, now started. */
  readonly started: number;
  /** Open ones whose workflow was ended from outside, now recorded as failed. */
  readonly closed: number;
  /** Stored files past their retention, now deleted. */
  readonly deleted: number;
  /** Audit entries that were stored with a change and not yet in the log, now appended. */
  readonly appended: number;
  /** Times of schedules that started nothing, now in their history. */
  readonly missed: number;
  /** Deliveries whose workflow was never started, now started. */
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
