/** Submission of solves, and dry runs. */
import { type InferType, number, object, string } from 'yup';
import { dryRun } from '../../activities/engine/run/dry-run.ts';
import { reply } from '../../api/http/route.ts';
import { canonicalPayload, canonicalSolveBody } from '../../temporal/case/canonical/solve-body.ts';
import { payloadProblems } from '../../temporal/case/checks/payload-problems.ts';
import { dryRunSchema } from '../../temporal/case/messages/dry-run.ts';
import { optionsSchema, payloadSchema } from '../../temporal/case/schema.ts';
import { DEFAULT_TIMEOUT_S, JOB_TYPES, type JobType } from '../../temporal/solvers.ts';
import { acceptSolve, type Submission } from './accept-solve.ts';
import { scedProblems, scedSchema, toScedPayload } from './sced.ts';
import { defineRoute, FOR_CALLERS, refuseProblems, type ServiceDeps } from './service-deps.ts';

const submission = object({
  job_id: string().uuid().optional().meta({
    description: 'Id chosen by the caller, so that a repeated submission is the same job; default: a new id',
  }),
  timeout: number()
    .integer()
    .min(1)
    .max(3600)
    .default(DEFAULT_TIMEOUT_S)
    .meta({ unit: 's', description: 'Solve time limit' }),
  options: optionsSchema
    .optional()
    .default(undefined)
    .meta({ description: 'Options that take precedence over payload.options' }),
});

const solveBody = submission.shape({ payload: payloadSchema.required() });
const scedBody = submission.shape({ payload: scedSchema.required() });

const handle = object({
  job_id: string().uuid().required(),
  status: string()
    .oneOf(['queued'] as const)
    .required(),
  status_url: string().required(),
  results_url: string().required(),
});

const SUBMISSION = {
  ...FOR_CALLERS,
  tag: 'Solve',
  method: 'post',
  canonical: canonicalSolveBody,
  responses: { 202: handle },
  headers: { 202: ['Location', 'Retry-After'] },
  errors: [409, 503],
} as const;

const submit = (type: JobType) =>
  defineRoute({
    ...SUBMISSION,
    path: `/solve/${type}`,
    light: true,
    summary: `Submit a solve of type ${type}`,
    body: solveBody,
    handle: ({ body, deps }) => accepted(deps, toSubmission(type, body)),
  });

const submitSced = defineRoute({
  ...SUBMISSION,
  path: '/solve/sced',
  summary: 'Submit a security-constrained economic dispatch of one interval',
  body: scedBody,
  handle: async ({ body, deps }) => {
    refuseProblems(scedProblems(body.payload), ['payload']);
    const payload = toScedPayload(body.payload);
    return accepted(deps, { ...toSubmission('scuc', { ...body, payload }), tags: ['sced'] });
  },
});

export const submitRoutes = [...JOB_TYPES.map(submit), submitSced];

function toSubmission(
  jobType: JobType,
  { job_id, payload, timeout, options }: InferType<typeof solveBody>,
): Submission {
  const all = payload.options || options ? { ...payload.options, ...options } : undefined;
  return { jobType, tags: [], payload: { ...payload, options: all }, timeout, jobId: job_id };
}

async function accepted(deps: ServiceDeps, submission: Submission) {
  const job_id = await acceptSolve(deps, submission);
  const status_url = `/jobs/${job_id}`;
  return reply(
    202,
    { job_id, status: 'queued' as const, status_url, results_url: `${status_url}/results` },
    { Location: status_url, 'Retry-After': '1' },
  );
}

export const validate = defineRoute({
  ...FOR_CALLERS,
  tag: 'Solve',
  method: 'post',
  path: '/validate',
  summary: 'Dry run of a payload: findings and model size; nothing is stored or solved',
  query: object({ type: string().oneOf(JOB_TYPES).required() }),
  body: payloadSchema,
  canonical: canonicalPayload,
  seconds: 25,
  responses: { 200: dryRunSchema },
  handle: async ({ query, body, deps }) => {
    refuseProblems(payloadProblems(body, { maxHorizon: deps.maxHorizon }));
    const { findings, ...facts } = dryRun(query.type, body);
    return reply(200, { ...facts, findings: [...findings] });
  },
});
