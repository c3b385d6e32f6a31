/** Starts the workflow of jobs whose API process died, or lost Temporal, right after accepting them. */
import { toSolveInput } from '../../mongo/solve-input.ts';
import type { JobActivityDeps } from '../deps.ts';

/** A submission in progress is younger than this, ms. */
const GRACE_MS = 5_000;
const BATCH = 200;

export async function startUnstartedJobs({ jobs, workflows, now }: JobActivityDeps): Promise<number> {
  const waiting = await jobs.unstarted(new Date(now().getTime() - GRACE_MS), BATCH);
  for (const jobId of waiting) {
    const job = await jobs.find(jobId);
    if (job) await workflows.start(toSolveInput(job));
    await jobs.markWorkflowStarted(jobId);
  }
  return waiting.length;
}
