/** Routes of what solves found: results as JSON or CSV, and the difference between two schedules. */
import { array, mixed, number, object, string } from 'yup';
import { jobStatusSchema } from '../../temporal/case/messages/job.ts';
import { resultSchema, type Series } from '../../temporal/case/messages/result.ts';
import { toCsv } from '../http/csv.ts';
import { Conflict } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import { reply, routesFor } from '../http/route.ts';
import type { SolveDeps } from './deps.ts';
import { diffResults } from './diff.ts';
import { jobResult, type ResultDeps } from './result.ts';
import { jobPath, solveRoute } from './route-parts.ts';
import { resultTable, TABLES } from './tables.ts';

const defineRoute = routesFor<SolveDeps>();

const jobResults = defineRoute({
  ...solveRoute,
  method: 'get',
  path: '/modules/analyst/solve/{job_id}/results',
  summary: 'Result of a solve job, as JSON or as a CSV table; 202 with the status while it is not finished',
  limit: 'read',
  params: jobPath,
  query: object({
    format: string()
      .oneOf(['json', 'csv'] as const)
      .default('json'),
    table: string().oneOf(TABLES).default('dispatch').meta({ description: 'Which table, with format=csv' }),
  }),
  responses: { 200: resultSchema, 202: jobStatusSchema },
  headers: { 202: ['Retry-After'] },
  produces: ['text/csv'],
  errors: [409, 504],
  handle: async ({ params, query, user, request, deps }) => {
    const { pending, result } = await jobResult(deps, params.job_id, user);
    if (pending) return reply(202, pending, { 'Retry-After': '1' });
    if (query.format === 'json') return reply(200, result);
    await deps.audit.record('results_downloaded', {
      userId: user.userId,
      ip: request.ip,
      userAgent: request.userAgent,
      details: { job_id: result.job_id, format: 'csv', table: query.table },
    });
    const { columns, rows } = resultTable[query.table](result);
    return {
      status: 200,
      mediaType: 'text/csv',
      stream: toCsv(columns, rows),
      headers: { 'Content-Disposition': `attachment; filename="${query.table}-${result.job_id}.csv"` },
    };
  },
});

const cost = () => number().nullable().defined().meta({ unit: '$' });
const names = () => array(string().required()).required();
const elements = () => object({ generators: names(), buses: names() }).required();
const series = (description: string) =>
  mixed<Series>((value): value is Series => typeof value === 'object' && value !== null)
    .required()
    .meta({ description });

const diff = object({
  cost: object({ total: cost(), energy: cost(), no_load: cost(), startup: cost() }).required(),
  commitment: array(
    object({
      generator: string().required(),
      hour: number().integer().min(0).required(),
      from: number().integer().required(),
      to: number().integer().required(),
    }),
  ).required(),
  dispatch_mw: series('Generator -> MW per common hour'),
  lmp: series('bus_<n> -> $/MWh per common hour'),
  only_in_first: elements(),
  only_in_second: elements(),
  notes: names(),
});

const diffJobs = defineRoute({
  ...solveRoute,
  method: 'get',
  path: '/modules/analyst/solve/{job_id}/diff/{other_job_id}',
  summary: 'What changed between two schedules: the other job minus this one',
  limit: 'read',
  params: jobPath.shape({
    other_job_id: string().required().max(128).meta({ description: 'Id of the job to compare with' }),
  }),
  responses: { 200: diff },
  errors: [409, 504],
  handle: async ({ params, user, deps }) => {
    const first = await schedule(deps, params.job_id, user);
    const second = await schedule(deps, params.other_job_id, user);
    return reply(200, diffResults(first, second));
  },
});

async function schedule(deps: ResultDeps, jobId: string, user: Principal) {
  const { pending, result } = await jobResult(deps, jobId, user);
  if (pending) throw new Conflict(`The job ${jobId} is ${pending.status}: there is no schedule yet`);
  if (result.total_cost_usd !== null) return result;
  throw new Conflict(`The job ${jobId} ended ${result.termination_status} without a schedule`);
}

export const resultRoutes = [jobResults, diffJobs];
