/** GET /modules/analyst/solve/{job_id}/results */
import { object, string } from 'yup';
import { jobStatusSchema } from '../../../temporal/messages/job.ts';
import { resultSchema } from '../../../temporal/messages/result.ts';
import { toCsv } from '../../csv.ts';
import { jobResult } from '../../jobs/job-result.ts';
import { resultTable, TABLES } from '../../jobs/result-tables.ts';
import { defineRoute, reply } from '../../route.ts';
import { jobPath } from './job-path.ts';

export const jobResults = defineRoute({
  method: 'get',
  path: '/modules/analyst/solve/{job_id}/results',
  summary: 'Result of a solve job, as JSON or as a CSV table; 202 with the status while it is not finished',
  tag: 'Solve',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
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
  errors: [404, 409, 422, 504],
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
