/** Routes of results: as JSON or CSV, and the difference between two schedules. */
import { array, number, object, string } from 'yup';
import { type JobStatusReply, jobStatusSchema } from '../../temporal/case/messages/job.ts';
import { resultSchema } from '../../temporal/case/messages/result.ts';
import { series } from '../../temporal/case/messages/series.ts';
import { toCsv } from '../http/csv.ts';
import { Conflict, Unprocessable } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import { auditSubject, type Caller } from '../http/request.ts';
import { reply, routesFor } from '../http/route.ts';
import type { SolveDeps } from './deps.ts';
import { diffResults } from './diff.ts';
import { jobResult, jobResultText, type ResultDeps } from './result.ts';
import { jobPath, solveRoute } from './route-parts.ts';
import { fieldList, storedReply, wholeOrFields } from './stored-json.ts';
import { resultTable, TABLES, type TableName } from './tables.ts';

const defineRoute = routesFor<SolveDeps>();

/** Fields that a result always contains, whichever fields are selected. */
const ALWAYS = ['job_id', 'status', 'termination_status'] as const;

const jobResults = defineRoute({
  ...solveRoute,
  method: 'get',
  path: '/modules/analyst/solve/{job_id}/results',
  light: true,
  shared: 'job',
  summary: 'Result of a solve job, as JSON or as a CSV table; 202 with the status while it is not finished',
  limit: 'read',
  params: jobPath,
  query: object({
    format: string()
      .oneOf(['json', 'csv'] as const)
      .default('json'),
    table: string()
      .oneOf(TABLES)
      .default('dispatch')
      .meta({ description: 'Table to return with format=csv' }),
    fields: fieldList(resultSchema),
  }),
  responses: { 200: wholeOrFields(resultSchema, ALWAYS), 202: jobStatusSchema },
  headers: { 202: ['Retry-After'] },
  produces: ['text/csv'],
  errors: [409, 504],
  handle: async ({ params: { job_id }, query, user, request, deps }) => {
    if (query.format === 'csv') return resultCsv(deps, job_id, query, { user, request });
    const fields = query.fields && `${query.fields},termination_status`;
    const { pending, result } = await jobResultText(deps, job_id, user, fields);
    if (pending) return notYet(pending);
    return storedReply(result, { job_id, status: 'completed' });
  },
});

const notYet = (pending: JobStatusReply) => reply(202, pending, { 'Retry-After': '1' });

interface TableAsked {
  readonly table: TableName;
  readonly fields?: string | undefined;
}

async function resultCsv(
  deps: SolveDeps,
  jobId: string,
  { table, fields }: TableAsked,
  { user, request }: Caller,
) {
  if (fields !== undefined) {
    const msg = 'With format=csv, select the content by table';
    throw new Unprocessable([{ loc: ['query', 'fields'], msg, type: 'value_error' }]);
  }
  const { pending, result } = await jobResult(deps, jobId, user);
  if (pending) return notYet(pending);
  const details = { job_id: jobId, format: 'csv', table };
  await deps.audit.record('results_downloaded', auditSubject({ user, request }, details));
  const { columns, rows } = resultTable(table, result);
  return {
    status: 200,
    mediaType: 'text/csv',
    stream: toCsv(columns, rows),
    headers: { 'Content-Disposition': `attachment; filename="${table}-${jobId}.csv"` },
  } as const;
}

const cost = (description: string) => number().nullable().defined().meta({ unit: '$', description });
const costs = () =>
  object({
    total: cost('Cost of operation: sum of energy, no-load, startup and shutdown costs'),
    energy: cost('Energy'),
    no_load: cost('No-load'),
    startup: cost('Starts'),
    shutdown: cost('Stops'),
    penalties: cost('Penalties of soft limits, not part of the cost of operation'),
    stored_value: cost('Value of the energy left in storage'),
    bid_value: cost('Value of the accepted demand of bids'),
    objective: cost(
      'Cost of operation and penalties, less the value of stored energy and of accepted demand',
    ),
  }).required();
const names = () => array(string().required()).required();
const elements = () => object({ generators: names(), buses: names() }).required();
const diff = object({
  interval_minutes: resultSchema.fields.interval_minutes,
  cost: costs().meta({ description: 'Differences; null if either schedule lacks the figure' }),
  costs: object({ first: costs(), second: costs() }).required().meta({
    description: 'Costs of each schedule; penalties and objective are separate from the cost of operation',
  }),
  commitment: array(
    object({
      generator: string().required(),
      hour: number().integer().min(0).required(),
      from: number().integer().required(),
      to: number().integer().required(),
    }),
  ).required(),
  dispatch_mw: series('Generator -> MW per common hour').required(),
  lmp: series('bus_<n> -> $/MWh per common hour').required(),
  only_in_first: elements(),
  only_in_second: elements(),
  notes: names(),
});

const diffJobs = defineRoute({
  ...solveRoute,
  method: 'get',
  path: '/modules/analyst/solve/{job_id}/diff/{other_job_id}',
  summary: 'Differences between two schedules: the other job minus this one',
  limit: 'read',
  params: jobPath.shape({
    other_job_id: string().required().max(128).meta({ description: 'Id of the job to compare with' }),
  }),
  responses: { 200: diff },
  errors: [409],
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
