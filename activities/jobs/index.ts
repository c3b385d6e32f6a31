/** Light activities of the orchestrator: they read and write job records, and never compute. */
import type { JobActivityDeps } from '../deps.ts';
import { closeAbandonedJobs } from './close-abandoned-jobs.ts';
import { deleteExpiredDocuments } from './delete-expired-documents.ts';
import { type FinishJobInput, finishJob } from './finish-job.ts';
import { startUnstartedJobs } from './start-unstarted-jobs.ts';

export const createJobActivities = (deps: JobActivityDeps) => ({
  finishJob: (input: FinishJobInput) => finishJob(deps, input),
  startUnstartedJobs: () => startUnstartedJobs(deps),
  closeAbandonedJobs: () => closeAbandonedJobs(deps),
  deleteExpiredDocuments: () => deleteExpiredDocuments(deps),
});
export type JobActivities = ReturnType<typeof createJobActivities>;
