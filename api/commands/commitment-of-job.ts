/** `payload.commitment_job_id`: the commitment of a completed job of the caller. */
import type { Commitment, SolvePayload } from '../../temporal/messages/payload.ts';
import type { Principal } from '../auth/principal.ts';
import type { Deps } from '../deps.ts';
import { Conflict } from '../errors.ts';
import { ownedJob } from '../jobs/owned-job.ts';

/** Undefined when the payload names no job. Throws `NotFound`, or `Conflict` when the job has no schedule. */
export async function commitmentOfJob(
  deps: Deps,
  { commitment_job_id: jobId }: SolvePayload,
  user: Principal,
): Promise<Commitment | undefined> {
  if (jobId === undefined) return undefined;
  const job = await ownedJob(deps.jobs.find, jobId, user);
  const result = job.status === 'completed' ? await deps.documents.get('result', jobId) : undefined;
  if (!result || result.objective_value === null) {
    throw new Conflict('The job of commitment_job_id has no schedule to take a commitment from');
  }
  return result.commitment;
}
