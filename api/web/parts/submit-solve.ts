/** Submits a case whose JSON is there already: it may be long, and is not parsed and written again for that. */
import type { Reply } from '../../client/client.ts';
import { post } from './session.ts';

const PATHS = {
  uc: '/api/modules/analyst/solve/uc',
  scuc: '/api/modules/analyst/solve/scuc',
  ed: '/api/modules/analyst/solve/ed',
} as const;

export type JobType = keyof typeof PATHS;
export type Handle = Reply<'postModulesAnalystSolveUc', 202>;
export type DryRun = Reply<'postModulesAnalystSolveValidate'>;

export interface Submission {
  readonly type: JobType;
  /** JSON of the payload; no string, which would have to be encoded while the page waits. */
  readonly payload: Blob;
  readonly scenario_id: string;
  readonly name?: string | undefined;
  readonly tags?: readonly string[];
  /** s */
  readonly timeout?: number | undefined;
}

export const submitSolve = (submission: Submission, idempotencyKey: string): Promise<Handle> =>
  post(PATHS[submission.type], {
    params: { header: { 'Idempotency-Key': idempotencyKey } },
    ...bodyOf(submission),
  });

/** `isVersion`: the repaired case becomes the newest version of the scenario as well. */
export const submitRepair = (job_id: string, isVersion: boolean, idempotencyKey: string): Promise<Handle> =>
  post('/api/modules/analyst/solve/{job_id}/repair', {
    params: {
      path: { job_id },
      query: { new_version: isVersion },
      header: { 'Idempotency-Key': idempotencyKey },
    },
  });

export const validateSolve = (submission: Submission, signal: AbortSignal): Promise<DryRun> =>
  post('/api/modules/analyst/solve/validate', {
    params: { query: { type: submission.type } },
    ...bodyOf(submission),
    signal,
  });

function bodyOf({ type: _, payload, ...rest }: Submission) {
  const file = new Blob([JSON.stringify(rest).slice(0, -1), ',"payload":', payload, '}']);
  // What is sent is the file; the type of a body is that of its object.
  return { body: {} as never, bodySerializer: () => file };
}
