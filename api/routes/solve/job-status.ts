/** GET /modules/analyst/solve/{job_id}/status and GET /modules/analyst/solve/{job_id} */
import { jobStatusSchema } from '../../../temporal/messages/job.ts';
import { jobStatus as readStatus } from '../../jobs/job-status.ts';
import { ownedJob } from '../../jobs/owned-job.ts';
import { awaitChange, waitSeconds } from '../../live/await-change.ts';
import { defineRoute, reply } from '../../route.ts';
import { jobPath } from './job-path.ts';

export const jobStatus = defineRoute({
  method: 'get',
  path: '/modules/analyst/solve/{job_id}/status',
  summary: 'Status and progress of a solve job; `Prefer: wait=N` answers at the next change',
  tag: 'Solve',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  limit: 'read',
  params: jobPath,
  heeds: ['Prefer'],
  responses: { 200: jobStatusSchema },
  errors: [404],
  handle: async ({ params, user, request, deps }) => {
    const read = async () => readStatus(deps, await ownedJob(deps.findJob, params.job_id, user));
    const waitS = waitSeconds(request.header('prefer'));
    if (waitS === undefined) return reply(200, await read());
    const status = await deps.follows.wait({ user, request }, (signal) => awaitChange(read, waitS, signal));
    return reply(200, status, { 'Preference-Applied': `wait=${waitS}` });
  },
});

/** Who follows a handle to the thing itself finds its status, too. */
export const readJob = defineRoute({ ...jobStatus, path: '/modules/analyst/solve/{job_id}' });
