/** Routes that list, follow, stop, rename and delete jobs. */
import { array, type InferType, number, object, string } from 'yup';
import { JOB_SORTS } from '../../mongo/job-list.ts';
import { isPart, type JobLabels } from '../../mongo/jobs.ts';
import {
  isTerminal,
  JOB_STATUSES,
  type JobStatusReply,
  jobStatusSchema,
} from '../../temporal/case/messages/job.ts';
import { JOB_TYPES } from '../../temporal/solvers.ts';
import { Conflict, NotFound, Unprocessable } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import { reply, routesFor } from '../http/route.ts';
import { cancelRun, noteCommand } from '../runs/cancel.ts';
import { eventsReply, ownedRun, runStatus, statusReply } from '../runs/status.ts';
import type { SolveDeps } from './deps.ts';
import { jobPath, solveRoute } from './route-parts.ts';
import { jobProgress, jobRuns, stopSolve, withConvergence } from './runs.ts';
import { jobLabels } from './submit.ts';

const defineRoute = routesFor<SolveDeps>();

const listJobs = defineRoute({
  ...solveRoute,
  method: 'get',
  path: '/modules/analyst/solve',
  light: true,
  summary: 'Jobs of the caller, newest first unless sorted otherwise',
  query: object({
    limit: number().integer().min(1).max(100).default(20),
    offset: number().integer().min(0).default(0),
    status: string().oneOf(JOB_STATUSES).optional(),
    job_type: string().oneOf(JOB_TYPES).optional(),
    scenario_id: string().optional(),
    tag: string().max(64).optional().meta({
      description: 'Jobs with this tag; `analyst` = jobs that the analyst solved to answer questions',
    }),
    q: string().max(200).optional().meta({ description: 'Part of name or scenario, or beginning of the id' }),
    id_prefix: string()
      .matches(/^[\da-f-]{1,36}$/, 'Input should be the beginning of an id')
      .optional()
      .meta({ description: 'Beginning of the id, in lower case; also finds jobs of a run or an experiment' }),
    sort: string().oneOf(JOB_SORTS).default('-submitted_at').meta({ description: '`-` = descending' }),
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
      idPrefix: query.id_prefix,
    };
    const { jobs, total } = await deps.jobs.list(filter, query.limit, query.offset, query.sort);
    // Only the status of an open job requires a query of Temporal, and few jobs are open.
    const statuses = await Promise.all(jobs.map((job) => runStatus(deps, jobRuns(deps), job)));
    return reply(200, { jobs: statuses, total });
  },
});

const jobStatus = defineRoute({
  ...solveRoute,
  method: 'get',
  path: '/modules/analyst/solve/{job_id}/status',
  light: true,
  shared: 'job',
  summary: 'Status and progress of a solve job; `Prefer: wait=N` answers at the next change',
  limit: 'read',
  params: jobPath,
  heeds: ['Prefer'],
  responses: { 200: jobStatusSchema },
  handle: async ({ params, user, request, deps }) => {
    const answer = await statusReply(deps, jobRuns(deps), params.job_id, { user, request });
    return { ...answer, body: await withConvergence(deps.convergence, answer.body) };
  },
});

/** The path without `/status` returns the status as well. */
const readJob = defineRoute({ ...jobStatus, path: '/modules/analyst/solve/{job_id}' });

const jobEvents = defineRoute({
  ...solveRoute,
  method: 'get',
  path: '/modules/analyst/solve/{job_id}/events',
  light: true,
  shared: 'job',
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
  light: true,
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
  light: true,
  summary: 'Cancel a solve job',
  params: jobPath,
  responses: { 202: jobStatusSchema },
  errors: [409, 502],
  handle: async ({ params, user, request, deps }) =>
    reply(202, await cancelRun(deps, jobRuns(deps), params.job_id, { user, request })),
});

const tagJob = defineRoute({
  ...solveRoute,
  method: 'patch',
  path: '/modules/analyst/solve/{job_id}',
  light: true,
  summary: 'Rename or tag a solve job; omitted fields are kept',
  params: jobPath,
  body: jobLabels,
  example: { body: { name: 'Evening peak, U1 at $99', tags: ['peak'] } },
  responses: { 200: jobStatusSchema },
  handle: async ({ params: { job_id }, body, deps, ...caller }) =>
    reply(200, await labelJob(deps, job_id, body, caller)),
});

const eraseJob = defineRoute({
  ...solveRoute,
  method: 'delete',
  path: '/modules/analyst/solve/{job_id}/record',
  light: true,
  summary: 'Delete a solve job that has ended, with its case and its result',
  params: jobPath,
  responses: { 204: null },
  errors: [409],
  handle: async ({ params: { job_id }, deps, ...caller }) =>
    reply(204, await deleteJob(deps, job_id, caller)),
});

export const jobRoutes = [jobStatus, readJob, listJobs, tagJob, cancelJob, eraseJob, stopJob, jobEvents];

/**
 * Changes name or tags of a job; an empty name removes the name. Resolves with the new status. Throws `Unprocessable`
 * when neither is given, and `NotFound`.
 */
export async function labelJob(
  deps: SolveDeps,
  jobId: string,
  { name, tags }: InferType<typeof jobLabels>,
  caller: Caller,
): Promise<JobStatusReply> {
  if (name === undefined && tags === undefined) {
    throw new Unprocessable([{ loc: ['body'], msg: 'Name or tags required', type: 'missing' }]);
  }
  const kind = jobRuns(deps);
  const job = await ownedRun(kind, deps.jobs.find, jobId, caller.user);
  const labels: JobLabels = { ...(name !== undefined && { name: name || null }), ...(tags && { tags }) };
  const changed = await deps.audit.together(async (tx) => {
    await noteCommand(kind, job, 'label', caller, tx);
    return deps.jobs.label(jobId, labels, tx);
  });
  if (!changed) throw new NotFound('Job not found');
  return runStatus(deps, kind, changed);
}

/** Deletes a job. Throws `NotFound`, and `Conflict` while the job is open and for a part of an experiment or run. */
export async function deleteJob(deps: SolveDeps, jobId: string, caller: Caller): Promise<undefined> {
  const kind = jobRuns(deps);
  const job = await ownedRun(kind, deps.jobs.find, jobId, caller.user);
  const { status, parent } = job;
  if (parent && isPart(parent))
    throw new Conflict(`The job is part of the ${parent.type} ${parent.id} and is deleted with it`);
  if (!isTerminal(status)) throw new Conflict(`The job is ${status}: cancel it first`);
  await deps.audit.together(async (tx) => {
    // A concurrent call may have deleted the job already.
    if (!(await deps.jobs.remove(jobId, tx))) throw new NotFound('Job not found');
    await deps.documents.deleteOf(jobId, tx);
    await deps.explanations.delete(jobId, tx);
    await deps.certificates.delete(jobId, tx);
    await deps.idempotency.forget(jobId, tx);
    await noteCommand(kind, job, 'delete', caller, tx);
  });
}
