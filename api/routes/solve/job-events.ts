/** GET /modules/analyst/solve/{job_id}/events */
import { jobProgress } from '../../jobs/job-progress.ts';
import { jobStatus } from '../../jobs/job-status.ts';
import { ownedJob } from '../../jobs/owned-job.ts';
import { eventStream } from '../../live/event-stream.ts';
import { defineRoute } from '../../route.ts';
import { jobPath } from './job-path.ts';

export const jobEvents = defineRoute({
  method: 'get',
  path: '/modules/analyst/solve/{job_id}/events',
  summary: 'Progress of a solve job as server-sent events, ending with `done`',
  tag: 'Solve',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  limit: 'read',
  params: jobPath,
  responses: {},
  produces: ['text/event-stream'],
  errors: [404],
  handle: async ({ params, user, request, deps }) => {
    await ownedJob(deps.findJob, params.job_id, user);
    const read = async () => jobStatus(deps, await ownedJob(deps.findJob, params.job_id, user));
    return {
      status: 200,
      mediaType: 'text/event-stream',
      stream: deps.follows.stream({ user, request }, (signal) => eventStream(read, jobProgress, signal)),
    };
  },
});
