/** Started by a Temporal Schedule: makes good what a crash left half done between MongoDB and Temporal. */
import { jobActivities } from './proxies.ts';

export interface SweepSummary {
  /** Accepted jobs whose workflow was never started, now started. */
  readonly started: number;
  /** Open jobs whose workflow was ended from outside, now recorded as failed. */
  readonly closed: number;
  /** Stored files past their retention, now deleted. */
  readonly deleted: number;
}

export async function sweep(): Promise<SweepSummary> {
  const started = await jobActivities.startUnstartedJobs();
  const closed = await jobActivities.closeAbandonedJobs();
  const deleted = await jobActivities.deleteExpiredDocuments();
  return { started, closed, deleted };
}
