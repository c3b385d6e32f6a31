/** Routes of what-ifs: ask one about a solved job, follow how its answer narrows, keep it as a job. */
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
    .meta({ description: 'The exact solve, a job; null where the changed case has no schedule' }),
  interval: object({
    lower_usd: usd('No schedule of the changed case costs less; null = no bound is known'),
    upper_usd: usd('A schedule of the changed case costs this; null = none is known yet'),
    gap: number().nullable().defined().meta({ description: 'Width, relative to upper_usd' }),
  }).required(),
  change_usd: object({
    lower_usd: usd('interval.lower_usd less parent_objective_usd'),
    upper_usd: usd('interval.upper_usd less parent_objective_usd'),
  }).required(),
  parent_objective_usd: number()
    .required()
    .meta({ unit: '$', description: 'What the schedule of the job costs' }),
  verified: boolean().required().meta({ description: 'The schedule of upper_usd passed the verifier' }),
  causes: array(causeSchema).optional().meta({ description: 'Why the changed case has no schedule' }),
  reason: string().optional().meta({ description: 'Why upper_usd is null' }),
  elapsed_ms: number().integer().min(0).required().meta({ description: 'Milliseconds to this answer' }),
});

const whatIfPath = jobPath.shape({
  what_if_id: string().required().max(128).meta({ description: 'From the answer to the what-if' }),
});

const ask = defineRoute({
  ...solveRoute,
  method: 'post',
  path: '/modules/analyst/solve/{job_id}/what-if',
  light: true,
  // The solver service has 25 s.
  seconds: 30,
  summary:
    'Between which costs a changed case lies, proven at once; its exact solve is started. With `Prefer: wait=N` the interval may take N s: then it is null',
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
  summary: 'How a what-if narrows, as server-sent events: `interval`, `narrowed`, `result`, `done`',
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
  summary: 'Make a what-if a job like any other: listed, and stored as long as those',
  params: whatIfPath,
  responses: { 200: jobStatusSchema },
  handle: async ({ params: { job_id, what_if_id }, user, request, deps }) =>
    reply(200, await keepWhatIf(deps, job_id, what_if_id, { user, request })),
});

export const whatIfRoutes = [ask, follow, keep];
