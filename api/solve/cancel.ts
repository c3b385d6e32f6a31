/** Cancels a job: it ends `cancelled` once its solver has let go. */
import { toSolveInput } from '../../mongo/jobs.ts';
import { isTerminal, type JobStatusReply } from '../../temporal/case/messages/job.ts';
import type { Deps } from '../deps.ts';
import { Conflict } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import { tellWorkflow } from '../runs/tell-workflow.ts';
import { ownedJob, readJobStatus } from './status.ts';

export async function cancelSolve(deps: Deps, jobId: string, { user }: Caller): Promise<JobStatusReply> {
  const job = await ownedJob(deps.jobs.find, jobId, user);
  if (isTerminal(job.status)) throw new Conflict(`The job is already ${job.status}`);
  await tellWorkflow(job, {
    start: () => deps.workflows.start(toSolveInput(job)),
    send: () => deps.workflows.cancel(jobId),
  });
  return readJobStatus(deps, job);
}

/** Ends a search early and takes the best schedule found so far as the answer. */
export async function stopSolve(deps: Deps, jobId: string, { user }: Caller): Promise<JobStatusReply> {
  const job = await ownedJob(deps.jobs.find, jobId, user);
  const status = await readJobStatus(deps, job);
  if (isTerminal(status.status)) throw new Conflict(`The job is already ${status.status}`);
  if (status.progress_detail === null || status.progress_detail.incumbent === null) {
    throw new Conflict('No schedule has been found yet');
  }
  await tellWorkflow(job, {
    start: () => deps.workflows.start(toSolveInput(job)),
    send: () => deps.workflows.stop(jobId),
  });
  return readJobStatus(deps, job);
}
