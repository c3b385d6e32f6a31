/** Ends a search early and takes the best schedule found so far as the answer. */
import { toSolveInput } from '../../mongo/solve-input.ts';
import { isTerminal, type JobStatusReply } from '../../temporal/messages/job.ts';
import type { Deps } from '../deps.ts';
import { Conflict } from '../errors.ts';
import { jobStatus } from '../jobs/job-status.ts';
import { ownedJob } from '../jobs/owned-job.ts';
import type { Caller } from './caller.ts';
import { tellWorkflow } from './tell-workflow.ts';

export async function stopSolve(deps: Deps, jobId: string, { user }: Caller): Promise<JobStatusReply> {
  const job = await ownedJob(deps.jobs.find, jobId, user);
  const status = await jobStatus(deps, job);
  if (isTerminal(status.status)) throw new Conflict(`The job is already ${status.status}`);
  if (status.progress_detail === null || status.progress_detail.incumbent === null) {
    throw new Conflict('No schedule has been found yet');
  }
  await tellWorkflow(job, {
    start: () => deps.workflows.start(toSolveInput(job)),
    send: () => deps.workflows.stop(jobId),
  });
  return jobStatus(deps, job);
}
