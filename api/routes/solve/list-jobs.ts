/** GET /modules/analyst/solve */
import { array, number, object, string } from 'yup';
import { JOB_STATUSES, jobStatusSchema } from '../../../temporal/messages/job.ts';
import { JOB_TYPES } from '../../../temporal/solvers.ts';
import { toJobStatus } from '../../jobs/job-view.ts';
import { defineRoute, reply } from '../../route.ts';

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
