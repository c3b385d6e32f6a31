/** Cancels a job: it ends `cancelled` once its solver has let go. */
import { toSolveInput } from '../../mongo/solve-input.ts';
import { isTerminal, type JobStatusReply } from '../../temporal/messages/job.ts';
import type { Deps } from '../deps.ts';
import { Conflict } from '../errors.ts';
import { jobStatus } from '../jobs/job-status.ts';
import { ownedJob } from '../jobs/owned-job.ts';
import type { Caller } from './caller.ts';
import { tellWorkflow } from './tell-workflow.ts';

export async function cancelSolve(deps: Deps, jobId: string, { user }: Caller): Promise<JobStatusReply> {
  const job = await ownedJob(deps.jobs.find, jobId, user);
  if (isTerminal(job.status)) throw new Conflict(`The job is already ${job.status}`);
  await tellWorkflow(job, {
    start: () => deps.workflows.start(toSolveInput(job)),
    send: () => deps.workflows.cancel(jobId),
  });
  return jobStatus(deps, job);
}
