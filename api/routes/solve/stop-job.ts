/** POST /modules/analyst/solve/{job_id}/stop */
import { jobStatusSchema } from '../../../temporal/messages/job.ts';
import { stopSolve } from '../../commands/stop-solve.ts';
import { defineRoute, reply } from '../../route.ts';
import { jobPath } from './job-path.ts';

export const stopJob = defineRoute({
  method: 'post',
  path: '/modules/analyst/solve/{job_id}/stop',
  summary: 'End the search and take the best schedule found so far',
  tag: 'Solve',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  params: jobPath,
  responses: { 202: jobStatusSchema },
  errors: [404, 409, 502],
  handle: async ({ params, user, request, deps }) =>
    reply(202, await stopSolve(deps, params.job_id, { user, request })),
});
