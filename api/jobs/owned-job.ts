/** The caller's job, or 404: nobody learns whether another user's job exists. */
import type { JobRecord } from '../../mongo/jobs.ts';
import type { Principal } from '../auth/principal.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';

export async function ownedJob(deps: Pick<Deps, 'jobs'>, jobId: string, user: Principal): Promise<JobRecord> {
  const job = await deps.jobs.find(jobId);
  if (!job || (job.user_id !== user.userId && user.role !== 'admin')) throw new NotFound('Job not found');
  return job;
}
