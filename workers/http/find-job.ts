/** A job by the id in the path. */
import { object, string } from 'yup';
import type { JobRecord } from '../../mongo/jobs.ts';
import { HttpError } from './http-error.ts';
import { SERVICE_USER, type ServiceDeps } from './service-deps.ts';

export const jobPath = object({ job_id: string().required().max(128) });

/** A job that came over this service's own routes; throws 404 for every other. */
export async function findJob({ jobs }: ServiceDeps, jobId: string): Promise<JobRecord> {
  const job = await jobs.find(jobId);
  if (job?.user_id !== SERVICE_USER) throw new HttpError(404, 'Job not found');
  return job;
}
