/** Routes that list jobs, follow one while it is open, end it, rename it and delete it. */
import { array, number, object, string } from 'yup';
import { JOB_SORT_KEYS, type JobSort } from '../../mongo/job-list.ts';
import { JOB_STATUSES, jobStatusSchema } from '../../temporal/case/messages/job.ts';
import { JOB_TYPES } from '../../temporal/solvers.ts';
import { reply, routesFor } from '../http/route.ts';
import { cancelRun } from '../runs/cancel.ts';
import { eventsReply, statusReply } from '../runs/status.ts';
import type { SolveDeps } from './deps.ts';
import { deleteJob, labelJob } from './job-record.ts';
import { jobPath, solveRoute } from './route-parts.ts';
import { jobProgress, jobRuns, stopSolve, toJobStatus, withConvergence } from './runs.ts';
import { jobLabels } from './submit.ts';

const defineRoute = routesFor<SolveDeps>();

const SORTS = JOB_SORT_KEYS.flatMap((key) => [key, `-${key}`] as const);

const toSort = (sort: (typeof SORTS)[number]): JobSort | undefined => {
  const key = JOB_SORT_KEYS.find((each) => sort.endsWith(each));
  return key && { key, isDescending: sort.startsWith('-') };
};

const listJobs = defineRoute({
  ...solveRoute,
  method: 'get',
  path: '/modules/analyst/solve',
  summary: 'Jobs of the caller, newest first unless sorted otherwise',
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
    q: string()
      .max(200)
      .optional()
      .meta({ description: 'Part of the name or the scenario, in any case, or the beginning of the id' }),
    sort: string().oneOf(SORTS).default('-submitted_at').meta({
      description: '`-` = descending; the name falls back on the scenario, jobs without a value are last',
    }),
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
      search: query.q,
    };
    const { jobs, total } = await deps.jobs.list(filter, query.limit, query.offset, toSort(query.sort));
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

const labelOfJob = defineRoute({
  ...solveRoute,
  method: 'patch',
  path: '/modules/analyst/solve/{job_id}',
  summary: 'Rename or tag a solve job; what is left out stays',
  params: jobPath,
  body: jobLabels,
  example: { body: { name: 'Evening peak, U1 at $99', tags: ['peak'] } },
  responses: { 200: jobStatusSchema },
  handle: async ({ params, body, user, request, deps }) =>
    reply(200, await labelJob(deps, params.job_id, body, { user, request })),
});

const deleteRecord = defineRoute({
  ...solveRoute,
  method: 'delete',
  path: '/modules/analyst/solve/{job_id}/record',
  summary: 'Delete a solve job that has ended, with its case and its result',
  params: jobPath,
  responses: { 204: null },
  errors: [409],
  handle: async ({ params, user, request, deps }) => {
    await deleteJob(deps, params.job_id, { user, request });
    return reply(204, undefined);
  },
});

export const jobRoutes = [
  jobStatus,
  readJob,
  listJobs,
  labelOfJob,
  cancelJob,
  deleteRecord,
  stopJob,
  jobEvents,
];
