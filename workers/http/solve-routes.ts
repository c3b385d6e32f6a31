/** POST /solve/uc, /solve/scuc, /solve/ed and /solve/sced */
import { type InferType, number, object, string } from 'yup';
import { canonicalSolveBody } from '../../temporal/case/canonical/solve-body.ts';
import { payloadProblemsInSteps } from '../../temporal/case/checks/payload-problems.ts';
import { dryRunSchema } from '../../temporal/case/messages/dry-run.ts';
import { optionsSchema, payloadSchema } from '../../temporal/case/messages/payload.ts';
import { inSlices } from '../../temporal/json/in-slices.ts';
import { DEFAULT_TIMEOUT_S, JOB_TYPES, type JobType } from '../../temporal/solvers.ts';
import { acceptSolve, type Submission } from './accept-solve.ts';
import { refuseProblems } from './http-error.ts';
import { type AnyRoute, defineRoute, type Reply } from './route.ts';
import { scedProblems, scedSchema } from './sced.ts';
import { toScedPayload } from './sced-payload.ts';
import type { ServiceDeps } from './service-deps.ts';

/** Bodies of the submission routes. */
const submission = object({
  job_id: string().uuid().optional().meta({
    description: 'Chosen by the caller: the same submission again is the same job; default: a new one',
  }),
  timeout: number()
    .integer()
    .min(1)
    .max(3600)
    .default(DEFAULT_TIMEOUT_S)
    .meta({ unit: 's', description: 'Solve time limit' }),
  options: optionsSchema.optional().default(undefined).meta({ description: 'Win over payload.options' }),
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

const shared = {
  method: 'POST',
  canonical: canonicalSolveBody,
  responses: { 202: handle },
  errors: [409, 503],
} as const;

const submit = (type: JobType) =>
  defineRoute({
    ...shared,
    path: `/solve/${type}`,
    summary: `Submit a solve of type ${type}`,
    body: solveBody,
    handle: ({ body, deps }) => accepted(deps, toSubmission(type, body)),
  });

const submitSced = defineRoute({
  ...shared,
  path: '/solve/sced',
  summary: 'Submit a security-constrained economic dispatch of one interval',
  body: scedBody,
  handle: async ({ body, deps }) => {
    refuseProblems(scedProblems(body.payload), ['payload']);
    const payload = toScedPayload(body.payload);
    return accepted(deps, { ...toSubmission('scuc', { ...body, payload }), tags: ['sced'] });
  },
});

export const submitRoutes: readonly AnyRoute[] = [...JOB_TYPES.map(submit), submitSced];

function toSubmission(
  jobType: JobType,
  { job_id, payload, timeout, options }: InferType<typeof solveBody>,
): Submission {
  const all = payload.options || options ? { ...payload.options, ...options } : undefined;
  return { jobType, tags: [], payload: { ...payload, options: all }, timeout, jobId: job_id };
}

async function accepted(deps: ServiceDeps, submission: Submission): Promise<Reply> {
  const job_id = await acceptSolve(deps, submission);
  const status_url = `/jobs/${job_id}`;
  return {
    status: 202,
    body: { job_id, status: 'queued', status_url, results_url: `${status_url}/results` },
    headers: { Location: status_url, 'Retry-After': '1' },
  };
}

export const validate = defineRoute({
  method: 'POST',
  path: '/validate',
  summary: 'What a solve of this payload would meet: findings and model size; nothing is stored or solved',
  query: object({ type: string().oneOf(JOB_TYPES).required() }),
  body: payloadSchema,
  responses: {
    200: dryRunSchema,
  },
  handle: async ({ query, body, deps }) => {
    refuseProblems(await inSlices(payloadProblemsInSteps(body, { maxHorizon: deps.maxHorizon })));
    return { status: 200, body: await deps.dryRun(query.type, body) };
  },
});
