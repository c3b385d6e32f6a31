/** Parts that the routes of solves share. */
import { type InferType, object, string } from 'yup';
import type { JobType } from '../../temporal/solvers.ts';
import type { ModuleAccess } from '../http/principal.ts';
import { reply } from '../http/route.ts';
import type { Accepted } from '../runs/claim.ts';

export const solveRoute = {
  tag: 'Solve',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
} as const;

/** Path parameter of all routes of one job. Accepts any text; an unknown id is answered with 404. */
export const jobPath = object({
  job_id: string().required().max(128).meta({ description: 'Id of the job, from the submission' }),
});

/** Access level that submitting a solve requires. */
export const levelOf = (type: JobType): ModuleAccess['level'] => (type === 'scuc' ? 'standard' : 'basic');

/** Reply to a submission: the id of its job. */
export const jobHandle = object({
  job_id: string().uuid().required(),
  status: string()
    .oneOf(['queued'] as const)
    .required(),
  status_url: string().required(),
  results_url: string().required(),
});
type JobHandle = InferType<typeof jobHandle>;

/** `Retry-After` of a submission, s: time in which a small case is solved. */
const RETRY_AFTER_S = '1';

export function acceptedReply({ id: jobId, headers }: Accepted) {
  const base = `/api/modules/analyst/solve/${jobId}`;
  const body: JobHandle = {
    job_id: jobId,
    status: 'queued',
    status_url: `${base}/status`,
    results_url: `${base}/results`,
  };
  return reply(202, body, { ...headers, Location: body.status_url, 'Retry-After': RETRY_AFTER_S });
}
