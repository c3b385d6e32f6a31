/**
 * Compares open jobs with their workflows: one that was terminated from outside ran no code of ours and
 * is recorded as failed; one that Temporal has lost (a restored or emptied server) is started again.
 */
import type { JobRecord } from '../../mongo/jobs.ts';
import { toSolveInput } from '../../mongo/solve-input.ts';
import { isTerminal } from '../../temporal/messages/job.ts';
import { ENDED_FROM_OUTSIDE } from '../../temporal/run-status.ts';
import type { JobActivityDeps } from '../deps.ts';
import { finishJob } from './finish-job.ts';

/** A job is compared at most this often, ms, and so many per sweep. */
const EVERY_MS = 60_000;
const BATCH = 50;

export async function closeAbandonedJobs(deps: JobActivityDeps): Promise<number> {
  let closed = 0;
  for (const jobId of await deps.jobs.open(new Date(deps.now().getTime() - EVERY_MS), BATCH)) {
    const job = await deps.jobs.find(jobId);
    if (job && (await closeIfAbandoned(deps, job))) closed += 1;
    await deps.jobs.markChecked(jobId, deps.now());
  }
  return closed;
}

async function closeIfAbandoned(deps: JobActivityDeps, job: JobRecord): Promise<boolean> {
  const state = await deps.workflows.state(job._id);
  if (!state) {
    await deps.workflows.start(toSolveInput(job));
    return false;
  }
  if (!isTerminal(state.status)) return false;
  const end = { status: 'failed', error: ENDED_FROM_OUTSIDE } as const;
  await finishJob(deps, { jobId: job._id, userId: job.user_id, end, percent: state.percent });
  return true;
}
