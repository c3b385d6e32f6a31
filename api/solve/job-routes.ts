/** Routes that list jobs, follow one while it is open, and end it. */
import { array, number, object, string } from 'yup';
import { JOB_STATUSES, jobStatusSchema } from '../../temporal/case/messages/job.ts';
import { JOB_TYPES } from '../../temporal/solvers.ts';
import { reply, routesFor } from '../http/route.ts';
import { cancelRun } from '../runs/cancel.ts';
import { eventsReply, statusReply } from '../runs/status.ts';
import type { SolveDeps } from './deps.ts';
import { jobPath, solveRoute } from './route-parts.ts';
import { jobProgress, jobRuns, stopSolve, toJobStatus, withConvergence } from './runs.ts';

const defineRoute = routesFor<SolveDeps>();

const listJobs = defineRoute({
  ...solveRoute,
  method: 'get',
  path: '/modules/analyst/solve',
  summary: 'Jobs of the caller, newest first',
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

const jobStatus = defineRoute({
  ...solveRoute,
  method: 'get',
  path: '/modules/analyst/solve/{job_id}/status',
  summary: 'Status and progress of a solve job; `Prefer: wait=N` answers at the next change',
  limit: 'read',
  params: jobPath,
  heeds: ['Prefer'],
  responses: { 200: jobStatusSchema },
  handle: async ({ params, user, request, deps }) => {
    const answer = await statusReply(deps, jobRuns(deps), params.job_id, { user, request });
    return { ...answer, body: await withConvergence(deps, answer.body) };
  },
});

/** Who follows a handle to the thing itself finds its status, too. */
const readJob = defineRoute({ ...jobStatus, path: '/modules/analyst/solve/{job_id}' });

const jobEvents = defineRoute({
  ...solveRoute,
  method: 'get',
  path: '/modules/analyst/solve/{job_id}/events',
  summary: 'Progress of a solve job as server-sent events, ending with `done`',
  limit: 'read',
  params: jobPath,
  responses: {},
  produces: ['text/event-stream'],
  handle: async ({ params, user, request, deps }) =>
    eventsReply(deps, jobRuns(deps), params.job_id, { user, request }, jobProgress),
});

const stopJob = defineRoute({
  ...solveRoute,
  method: 'post',
  path: '/modules/analyst/solve/{job_id}/stop',
  summary: 'End the search and take the best schedule found so far',
  params: jobPath,
  responses: { 202: jobStatusSchema },
  errors: [409, 502],
  handle: async ({ params, user, request, deps }) =>
    reply(202, await stopSolve(deps, params.job_id, { user, request })),
});

const cancelJob = defineRoute({
  ...solveRoute,
  method: 'delete',
  path: '/modules/analyst/solve/{job_id}',
  summary: 'Cancel a solve job',
  params: jobPath,
  responses: { 202: jobStatusSchema },
  errors: [409, 502],
  handle: async ({ params, user, request, deps }) =>
    reply(202, await cancelRun(deps, jobRuns(deps), params.job_id, { user, request })),
});

export const jobRoutes = [jobStatus, readJob, listJobs, cancelJob, stopJob, jobEvents];
