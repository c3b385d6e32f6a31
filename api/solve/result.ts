/** The result of a job, or what to say while or because there is none. */
import { isTerminal, type JobStatusReply } from '../../temporal/case/messages/job.ts';
import type { JobResult } from '../../temporal/case/messages/result.ts';
import { Conflict, GatewayTimeout, NotFound } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import { ownedRun, runStatus } from '../runs/status.ts';
import type { SolveDeps } from './deps.ts';
import { type JobRunDeps, jobRuns } from './runs.ts';

export type JobResultOrStatus =
  | { readonly pending: JobStatusReply; readonly result?: never }
  | { readonly pending?: never; readonly result: JobResult };

export type ResultDeps = JobRunDeps & Pick<SolveDeps, 'documents'>;

/** Throws `Conflict` for a job that ended without a result, `GatewayTimeout` when its solver never stopped. */
export async function jobResult(
  deps: ResultDeps,
  jobId: string,
  user: Principal,
): Promise<JobResultOrStatus> {
  const kind = jobRuns(deps);
  const status = await runStatus(deps, kind, await ownedRun(kind, kind.read, jobId, user));
  if (!isTerminal(status.status)) return { pending: status };
  if (status.status !== 'completed') throw withoutResult(status);
  const result = await deps.documents.get('result', jobId);
  if (!result) throw new NotFound('The result of this job is no longer stored');
  return { result: { job_id: jobId, status: 'completed', ...result } };
}

function withoutResult({ status, error }: JobStatusReply): Conflict | GatewayTimeout {
  const message = `The job ${status === 'cancelled' ? 'was cancelled' : `failed: ${error?.message ?? 'no answer'}`}`;
  const code = error?.code ?? 'INTERNAL';
  return code === 'SOLVER_TIMEOUT' ? new GatewayTimeout(message, { code }) : new Conflict(message, { code });
}
