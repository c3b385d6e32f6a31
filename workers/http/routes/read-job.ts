/** GET /jobs/{job_id} */
import { findJob, jobPath } from '../find-job.ts';
import { jobStatus } from '../job-status.ts';
import { defineRoute } from '../route.ts';
import { serviceJobSchema } from '../service-job.ts';

export const readJob = defineRoute({
  method: 'GET',
  path: '/jobs/{job_id}',
  summary: 'Status and progress of a job that was submitted here',
  params: jobPath,
  responses: { 200: serviceJobSchema },
  errors: [404],
  handle: async ({ params, deps }) => ({
    status: 200,
    body: await jobStatus(deps, await findJob(deps, params.job_id)),
  }),
});
