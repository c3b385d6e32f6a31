/** The caller's job, or 404: nobody learns whether another user's job exists. */
import type { JobRecord } from '../../mongo/jobs.ts';
import type { Principal } from '../auth/principal.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';

/** `find` is `jobs.find` for who acts on the job, the shared `findJob` for who only reads it. */
export async function ownedJob(find: Deps['findJob'], jobId: string, user: Principal): Promise<JobRecord> {
  const job = await find(jobId);
  if (!job || (job.user_id !== user.userId && user.role !== 'admin')) throw new NotFound('Job not found');
  return job;
}
