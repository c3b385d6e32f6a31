/** The result of a job, or the answer while no result is available. */
import type { Documents } from '../../mongo/documents.ts';
import type { OpenText } from '../../mongo/read-documents.ts';
import { isTerminal, type JobStatusReply } from '../../temporal/case/messages/job.ts';
import type { SolveResult } from '../../temporal/case/messages/result.ts';
import { Conflict, GatewayTimeout, NotFound } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import { ownedRun, runStatus } from '../runs/status.ts';
import { type JobRunDeps, jobRuns } from './runs.ts';
import { someFields } from './stored-json.ts';

export type JobResultOrStatus<T> =
  | { readonly pending: JobStatusReply; readonly result?: never }
  | { readonly pending?: never; readonly result: T };

export type ResultDeps = JobRunDeps & { readonly documents: Documents };

/**
 * The result of a job. Throws `Conflict` for a job that ended without a result, and `GatewayTimeout` when its solver
 * never stopped.
 */
export const jobResult = (
  deps: ResultDeps,
  jobId: string,
  user: Principal,
): Promise<JobResultOrStatus<SolveResult>> =>
  resultOr(deps, jobId, user, () => deps.documents.get('result', jobId));

/** The text of a result, or of selected fields, which are extracted from the text. Throws the errors of `jobResult`. */
export const jobResultText = (
  deps: ResultDeps,
  jobId: string,
  user: Principal,
  fields?: string,
): Promise<JobResultOrStatus<OpenText>> =>
  resultOr(deps, jobId, user, () => storedText(deps.documents, 'result', jobId, fields));

/** Text of a stored result. Throws `LargeDocument` when extracting fields of a large result would block other work. */
export async function storedText(
  documents: Documents,
  kind: 'payload' | 'result',
  jobId: string,
  fields?: string,
): Promise<OpenText | undefined> {
  if (fields === undefined) return documents.openText(kind, jobId);
  const json = await documents.getText(kind, jobId);
  return json && { text: someFields(json, fields), bytes: 0 };
}

async function resultOr<T>(
  deps: ResultDeps,
  jobId: string,
  user: Principal,
  read: () => Promise<T | undefined>,
): Promise<JobResultOrStatus<T>> {
  const kind = jobRuns(deps);
  const status = await runStatus(deps, kind, await ownedRun(kind, kind.read, jobId, user), user);
  if (!isTerminal(status.status)) return { pending: status };
  if (status.status !== 'completed') throw withoutResult(status);
  const result = await read();
  if (result === undefined) throw new NotFound('The result of this job is no longer stored');
  return { result };
}

function withoutResult({ status, error }: JobStatusReply): Conflict | GatewayTimeout {
  const message = `The job ${status === 'cancelled' ? 'was cancelled' : `failed: ${error?.message ?? 'no answer'}`}`;
  const code = error?.code ?? 'INTERNAL';
  return code === 'SOLVER_TIMEOUT' ? new GatewayTimeout(message, { code }) : new Conflict(message, { code });
}
