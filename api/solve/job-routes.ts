import { array, number, object, string } from 'yup';
import { JOB_STATUSES, jobStatusSchema } from '../../temporal/case/messages/job.ts';
import { JOB_TYPES } from '../../temporal/solvers.ts';
import { awaitChange, eventStream, waitSeconds } from '../http/follow-status.ts';
import { defineRoute, reply } from '../http/route.ts';
import { cancelSolve, stopSolve } from './cancel.ts';
import { jobPath } from './job-path.ts';
import { jobProgress, ownedJob, readJobStatus, toJobStatus } from './status.ts';

export const listJobs = defineRoute({
  method: 'get',
  path: '/modules/analyst/solve',
  summary: 'Jobs of the caller, newest first',
  tag: 'Solve',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  query: object({
    limit: number().integer().min(1).max(100).default(20),
    offset: number().integer().min(0).default(0),
    status: string().oneOf(JOB_STATUSES).optional(),
    job_type: string().oneOf(JOB_TYPES).optional(),
    scenario_id: string().optional(),
    tag: string()
      .max(64)
      .optional()
      .meta({ description: 'Jobs with this tag; `analyst` = what the analyst solved to answer questions' }),
  }),
  responses: {
    200: object({ jobs: array(jobStatusSchema).required(), total: number().integer().min(0).required() }),
  },
  handle: async ({ query, user, deps }) => {
    const filter = {
      userId: user.userId,
      status: query.status,
      jobType: query.job_type,
      scenarioId: query.scenario_id,
      tag: query.tag,
    };
    const { jobs, total } = await deps.jobs.list(filter, query.limit, query.offset);
    return reply(200, { jobs: jobs.map((job) => toJobStatus(job, undefined, null)), total });
  },
});

/** GET /modules/analyst/solve/{job_id}/status and GET /modules/analyst/solve/{job_id} */
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
    const read = async () => readJobStatus(deps, await ownedJob(deps.findJob, params.job_id, user));
    const waitS = waitSeconds(request.header('prefer'));
    if (waitS === undefined) return reply(200, await read());
    const status = await deps.follows.wait({ user, request }, (signal) => awaitChange(read, waitS, signal));
    return reply(200, status, { 'Preference-Applied': `wait=${waitS}` });
  },
});

/** Who follows a handle to the thing itself finds its status, too. */
export const readJob = defineRoute({ ...jobStatus, path: '/modules/analyst/solve/{job_id}' });

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
    const read = async () => readJobStatus(deps, await ownedJob(deps.findJob, params.job_id, user));
    return {
      status: 200,
      mediaType: 'text/event-stream',
      stream: deps.follows.stream({ user, request }, (signal) => eventStream(read, jobProgress, signal)),
    };
  },
});

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
