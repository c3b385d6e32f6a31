import { type InferType, object, string } from 'yup';
import { clientSchema } from '../../temporal/case/canonical/client-schema.ts';
import { canonicalSolveBody } from '../../temporal/case/canonical/solve-body.ts';
import { dryRunSchema } from '../../temporal/case/messages/dry-run.ts';
import { JOB_TYPES } from '../../temporal/solvers.ts';
import { SUBMISSION_HEADERS } from '../http/headers.ts';
import { defineRoute, reply } from '../http/route.ts';
import type { Accepted } from '../runs/submit-once.ts';
import { solveBody } from './body.ts';
import { checkPayload, checkWarmStart, commitmentOfJob } from './check-payload.ts';
import { ED_EXAMPLE, SCUC_EXAMPLE, UC_EXAMPLE } from './examples.ts';
import { submitSolve } from './submit.ts';
import { unknownFields } from './unknown-fields.ts';

/** What a client gets at once: where its job is. */
const jobHandle = object({
  job_id: string().uuid().required(),
  status: string()
    .oneOf(['queued'] as const)
    .required(),
  status_url: string().required(),
  results_url: string().required(),
});
type JobHandle = InferType<typeof jobHandle>;

/** A small case is done within this, s. */
const RETRY_AFTER_S = '1';

function acceptedReply({ id: jobId, headers }: Accepted) {
  const base = `/api/modules/analyst/solve/${jobId}`;
  const body: JobHandle = {
    job_id: jobId,
    status: 'queued',
    status_url: `${base}/status`,
    results_url: `${base}/results`,
  };
  return reply(202, body, { ...headers, Location: body.status_url, 'Retry-After': RETRY_AFTER_S });
}

export const submitUc = defineRoute({
  method: 'post',
  path: '/modules/analyst/solve/uc',
  summary: 'Submit a unit-commitment solve',
  tag: 'Solve',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  limit: 'own',
  body: solveBody,
  canonical: canonicalSolveBody,
  clientSchema,
  example: UC_EXAMPLE,
  heeds: ['Idempotency-Key'],
  responses: { 202: jobHandle },
  headers: { 202: SUBMISSION_HEADERS },
  errors: [400, 404, 409, 413, 415, 422, 429, 502, 503],
  handle: async ({ body, user, request, deps }) =>
    acceptedReply(await submitSolve(deps, 'uc', body, { user, request })),
});

export const submitScuc = defineRoute({
  method: 'post',
  path: '/modules/analyst/solve/scuc',
  summary: 'Submit a security-constrained unit-commitment solve',
  tag: 'Solve',
  auth: 'bearer',
  module: { id: 'analyst', level: 'standard' },
  limit: 'own',
  body: solveBody,
  canonical: canonicalSolveBody,
  clientSchema,
  example: SCUC_EXAMPLE,
  heeds: ['Idempotency-Key'],
  responses: { 202: jobHandle },
  headers: { 202: SUBMISSION_HEADERS },
  errors: [400, 404, 409, 413, 415, 422, 429, 502, 503],
  handle: async ({ body, user, request, deps }) =>
    acceptedReply(await submitSolve(deps, 'scuc', body, { user, request })),
});

export const submitEd = defineRoute({
  method: 'post',
  path: '/modules/analyst/solve/ed',
  summary: 'Submit an economic-dispatch solve',
  tag: 'Solve',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  limit: 'own',
  body: solveBody,
  canonical: canonicalSolveBody,
  clientSchema,
  example: ED_EXAMPLE,
  heeds: ['Idempotency-Key'],
  responses: { 202: jobHandle },
  headers: { 202: SUBMISSION_HEADERS },
  errors: [400, 404, 409, 413, 415, 422, 429, 502, 503],
  handle: async ({ body, user, request, deps }) =>
    acceptedReply(await submitSolve(deps, 'ed', body, { user, request })),
});

export const validateSolve = defineRoute({
  method: 'post',
  path: '/modules/analyst/solve/validate',
  summary: 'What a submission would meet: findings and model size; nothing is stored or solved',
  tag: 'Solve',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  query: object({ type: string().oneOf(JOB_TYPES).default('uc') }),
  body: solveBody,
  canonical: canonicalSolveBody,
  clientSchema,
  example: { query: { type: 'scuc' }, body: SCUC_EXAMPLE.body },
  responses: { 200: dryRunSchema },
  errors: [400, 404, 409, 413, 415, 422, 502],
  handle: async ({ query, body, user, deps }) => {
    await checkPayload(body.payload, { maxHorizon: deps.settings.MAX_HORIZON });
    await checkWarmStart(deps, body.payload, user);
    const commitment = await commitmentOfJob(deps, body.payload, user);
    const payload = { ...body.payload, ...(commitment && { commitment }) };
    const dryRun = await dryRunSchema.validate(await deps.solverService.validate(query.type, payload));
    return reply(200, { ...dryRun, findings: [...dryRun.findings, ...unknownFields(body.payload)] });
  },
});
