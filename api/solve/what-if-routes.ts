/** Routes of what-ifs: ask a question about a solved job, follow its answer, keep it as a job. */
import { array, boolean, number, object, string } from 'yup';
import { causeSchema } from '../../temporal/case/messages/infeasibility.ts';
import { jobStatusSchema } from '../../temporal/case/messages/job.ts';
import { MOST_CHANGES, whatIfChangeSchema } from '../../temporal/case/messages/what-if.ts';
import { reply, routesFor } from '../http/route.ts';
import type { SolveDeps } from './deps.ts';
import { jobPath, solveRoute } from './route-parts.ts';
import { askWhatIf, keepWhatIf } from './what-if.ts';
import { followWhatIf } from './what-if-stream.ts';

const defineRoute = routesFor<SolveDeps>();

const usd = (description: string) => number().nullable().defined().meta({ unit: '$', description });

const answerSchema = object({
  what_if_id: string()
    .uuid()
    .nullable()
    .defined()
    .meta({ description: 'Job of the exact solve; null if the changed case is infeasible' }),
  interval: object({
    lower_usd: usd("Lower bound of the changed case's cost; null = none is known"),
    upper_usd: usd('Cost of a schedule of the changed case; null = none is known yet'),
    gap: number().nullable().defined().meta({ description: 'Width, relative to upper_usd' }),
  }).required(),
  change_usd: object({
    lower_usd: usd('interval.lower_usd less parent_objective_usd'),
    upper_usd: usd('interval.upper_usd less parent_objective_usd'),
  }).required(),
  parent_objective_usd: number().required().meta({ unit: '$', description: "Cost of the job's schedule" }),
  verified: boolean().required().meta({ description: 'The schedule of upper_usd passed the verifier' }),
  causes: array(causeSchema).optional().meta({ description: 'Causes of infeasibility of the changed case' }),
  reason: string().optional().meta({ description: 'Reason why upper_usd is null' }),
  elapsed_ms: number().integer().min(0).required().meta({ description: 'Time until this answer, ms' }),
});

const whatIfPath = jobPath.shape({
  what_if_id: string().required().max(128).meta({ description: 'Id of the what-if, from the answer to it' }),
});

const ask = defineRoute({
  ...solveRoute,
  method: 'post',
  path: '/modules/analyst/solve/{job_id}/what-if',
  light: true,
  // Time limit of the route, s: the solver service may take 25 s.
  seconds: 30,
  summary:
    'Cost of a changed case: a proven range at once, then an exact solve. With `Prefer: wait=N` the range is null if it takes longer than N s',
  limit: 'own',
  params: jobPath,
  body: object({
    changes: array(whatIfChangeSchema.required()).min(1).max(MOST_CHANGES).required(),
    timeout: number()
      .integer()
      .min(1)
      .max(3600)
      .default(60)
      .meta({ unit: 's', description: 'Time limit of the exact solve' }),
  }),
  example: { body: { changes: [{ load: '*', factor: 1.05, hours: [1, 2] }] } },
  heeds: ['Idempotency-Key', 'Prefer'],
  responses: { 200: answerSchema },
  headers: { 200: ['RateLimit', 'RateLimit-Policy', 'Idempotency-Replayed'] },
  errors: [409, 429, 502],
  handle: async ({ params, body, user, request, deps }) => {
    const { answer, headers } = await askWhatIf(deps, params.job_id, body, { user, request });
    return reply(200, answer, headers);
  },
});

const follow = defineRoute({
  ...solveRoute,
  method: 'get',
  path: '/modules/analyst/solve/{job_id}/what-if/{what_if_id}/events',
  light: true,
  summary: 'Narrowing of a what-if as server-sent events: `interval`, `narrowed`, `result`, `done`',
  limit: 'read',
  params: whatIfPath,
  responses: {},
  produces: ['text/event-stream'],
  handle: async ({ params, user, request, deps }) => {
    const caller = { user, request };
    const events = await followWhatIf(deps, params.job_id, params.what_if_id, caller);
    return { status: 200, mediaType: 'text/event-stream', stream: deps.follows.stream(caller, events) };
  },
});

const keep = defineRoute({
  ...solveRoute,
  method: 'post',
  path: '/modules/analyst/solve/{job_id}/what-if/{what_if_id}/keep',
  light: true,
  summary: 'Keep a what-if as a regular job: listed, and stored for as long as others',
  params: whatIfPath,
  responses: { 200: jobStatusSchema },
  handle: async ({ params: { job_id, what_if_id }, user, request, deps }) =>
    reply(200, await keepWhatIf(deps, job_id, what_if_id, { user, request })),
});

export const whatIfRoutes = [ask, follow, keep];
