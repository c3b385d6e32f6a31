/** DELETE /modules/analyst/solve/{job_id} */
import { jobStatusSchema } from '../../../temporal/messages/job.ts';
import { cancelSolve } from '../../commands/cancel-solve.ts';
import { defineRoute, reply } from '../../route.ts';
import { jobPath } from './job-path.ts';

export const cancelJob = defineRoute({
  method: 'delete',
  path: '/modules/analyst/solve/{job_id}',
  summary: 'Cancel a solve job',
  tag: 'Solve',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  params: jobPath,
  responses: { 202: jobStatusSchema },
  errors: [404, 409, 502],
  handle: async ({ params, user, request, deps }) =>
    reply(202, await cancelSolve(deps, params.job_id, { user, request })),
});
