/** What people do with the record of a job: they name and tag it, and delete it when it has ended. */
import { isPart, type JobLabels, type JobRecord } from '../../mongo/jobs.ts';
import { isTerminal, type JobStatusReply } from '../../temporal/case/messages/job.ts';
import { Conflict, NotFound, Unprocessable } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import { noteCommand } from '../runs/cancel.ts';
import { ownedRun, runStatus } from '../runs/status.ts';
import type { SolveDeps } from './deps.ts';
import { jobRuns } from './runs.ts';

interface Labels {
  /** An empty name is none. */
  readonly name?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** Resolves to the status with what changed. Throws `Unprocessable` when nothing is to change, `NotFound`. */
export async function labelJob(
  deps: SolveDeps,
  jobId: string,
  { name, tags }: Labels,
  caller: Caller,
): Promise<JobStatusReply> {
  if (name === undefined && tags === undefined) {
    throw new Unprocessable([{ loc: ['body'], msg: 'Name or tags should be there', type: 'missing' }]);
  }
  const kind = jobRuns(deps);
  const job = await ownedRun(kind, deps.jobs.find, jobId, caller.user);
  const labels: JobLabels = {
    ...(name !== undefined && { name: name || null }),
    ...(tags !== undefined && { tags: [...new Set(tags)] }),
  };
  const changed = await deps.audit.together(async (tx) => {
    await noteCommand(kind, job, 'label', caller, tx);
    return deps.jobs.label(jobId, labels, tx);
  });
  if (!changed) throw new NotFound('Job not found');
  return runStatus(deps, kind, changed);
}

/** Throws `Conflict` while the job is open, and for what is part of something; `NotFound`. */
export async function deleteJob(deps: SolveDeps, jobId: string, caller: Caller): Promise<void> {
  const kind = jobRuns(deps);
  const job = await ownedRun(kind, deps.jobs.find, jobId, caller.user);
  requireDeletable(job);
  await deps.audit.together(async (tx) => {
    // Somebody else may have been faster.
    if (!(await deps.jobs.remove(jobId, tx))) throw new NotFound('Job not found');
    await deps.documents.deleteOf(jobId, tx);
    await deps.explanations.delete(jobId, tx);
    await deps.idempotency.forget(jobId, tx);
    await noteCommand(kind, job, 'delete', caller, tx);
  });
}

function requireDeletable({ status, parent }: JobRecord): void {
  if (parent && isPart(parent)) {
    throw new Conflict(`The job is part of the ${parent.type} ${parent.id} and goes with that`);
  }
  if (!isTerminal(status)) throw new Conflict(`The job is ${status}: cancel it first`);
}
