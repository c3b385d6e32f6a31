/** GET /jobs/{job_id}/results */
import { isTerminal } from '../../../temporal/messages/job.ts';
import { resultSchema } from '../../../temporal/messages/result.ts';
import { findJob, jobPath } from '../find-job.ts';
import { HttpError } from '../http-error.ts';
import { jobStatus } from '../job-status.ts';
import { defineRoute } from '../route.ts';
import { type ServiceJob, serviceJobSchema } from '../service-job.ts';

export const jobResults = defineRoute({
  method: 'GET',
  path: '/jobs/{job_id}/results',
  summary: 'Result of a job; 202 with the status while it is not finished',
  params: jobPath,
  responses: { 200: resultSchema, 202: serviceJobSchema },
  errors: [404, 409, 504],
  handle: async ({ params: { job_id }, deps }) => {
    const job = await jobStatus(deps, await findJob(deps, job_id));
    if (!isTerminal(job.status)) return { status: 202, body: job, headers: { 'Retry-After': '1' } };
    if (job.status !== 'completed') throw withoutResult(job);
    const result = await deps.documents.get('result', job_id);
    if (!result) throw new HttpError(404, 'The result of this job is no longer stored');
    return { status: 200, body: { job_id, status: 'completed', ...result } };
  },
});

function withoutResult({ status, error }: ServiceJob): HttpError {
  const code = error?.code ?? 'INTERNAL';
  const why = status === 'cancelled' ? 'was cancelled' : `failed: ${error?.message ?? 'no answer'}`;
  return new HttpError(code === 'SOLVER_TIMEOUT' ? 504 : 409, `The job ${why}`, { code });
}
