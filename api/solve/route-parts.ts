/** What the routes of solves have in common. */
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

/** The path of one job. Any text is a possible id; an unknown one is a 404. */
export const jobPath = object({
  job_id: string().required().max(128).meta({ description: 'Id of the job, from the submission' }),
});

/** What a solve asks of who submits it. */
export const levelOf = (type: JobType): ModuleAccess['level'] => (type === 'scuc' ? 'standard' : 'basic');

/** What a client gets at once: where its job is. */
export const jobHandle = object({
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
