/** What a client gets at once: where its job is. */
import { type InferType, object, string } from 'yup';
import type { Accepted } from '../../commands/submit-once.ts';
import { reply } from '../../route.ts';

export const jobHandle = object({
  job_id: string().uuid().required(),
  status: string()
    .oneOf(['queued'] as const)
    .required(),
  status_url: string().required(),
  results_url: string().required(),
});
export type JobHandle = InferType<typeof jobHandle>;

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
