/** Cancels a job: it ends `cancelled` once its solver has let go. */
import { isTerminal, type JobStatusReply } from '../../temporal/messages/job.ts';
import type { Deps } from '../deps.ts';
import { BadGateway, Conflict } from '../errors.ts';
import { jobStatus } from '../jobs/job-status.ts';
import { ownedJob } from '../jobs/owned-job.ts';
import type { Caller } from './caller.ts';

export async function cancelSolve(deps: Deps, jobId: string, { user }: Caller): Promise<JobStatusReply> {
  const job = await ownedJob(deps, jobId, user);
  if (isTerminal(job.status)) throw new Conflict(`The job is already ${job.status}`);
  try {
    await deps.workflows.cancel(jobId);
  } catch (cause) {
    throw new BadGateway('Workflow service unreachable', { cause });
  }
  return jobStatus(deps, job);
}
