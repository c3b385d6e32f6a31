/** POST /solve/uc, /solve/scuc, /solve/ed and /solve/sced */
import { type InferType, object, string } from 'yup';
import { canonicalSolveBody } from '../../../temporal/canonical/solve-body.ts';
import { JOB_TYPES, type JobType } from '../../../temporal/solvers.ts';
import { acceptSolve } from '../accept-solve.ts';
import { refuseProblems } from '../refuse-problems.ts';
import { type AnyRoute, defineRoute, type Reply } from '../route.ts';
import { toScedPayload } from '../sced-payload.ts';
import { scedProblems } from '../sced-problems.ts';
import type { ServiceDeps } from '../service-deps.ts';
import { scedBody, solveBody } from '../solve-body.ts';
import type { Submission } from '../submission.ts';

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
