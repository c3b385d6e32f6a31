/** `options.warm_start_job_id` names a completed job of the caller that has a schedule. */
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { Principal } from '../auth/principal.ts';
import type { Deps } from '../deps.ts';
import { Unprocessable } from '../errors.ts';

/** Throws `Unprocessable`; nobody learns whether another user's job exists. */
export async function checkWarmStart(
  { jobs }: Pick<Deps, 'jobs'>,
  { options }: SolvePayload,
  { userId }: Principal,
): Promise<void> {
  const jobId = options?.warm_start_job_id;
  if (jobId === undefined) return;
  const job = await jobs.find(jobId);
  if (job?.user_id !== userId) throw refused('no such job');
  if (job.status !== 'completed') throw refused(`the job is ${job.status}, not completed`);
  if (job.objective_value === null) throw refused('the job has no schedule');
}

const refused = (msg: string): Unprocessable =>
  new Unprocessable([{ loc: ['body', 'payload', 'options', 'warm_start_job_id'], msg, type: 'value_error' }]);
