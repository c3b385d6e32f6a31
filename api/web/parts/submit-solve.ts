/** Submits a case as JSON text, without parsing it. */
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
  /** JSON of the payload as a blob: encoding a long string would block the page. */
  readonly payload: Blob;
  readonly scenario_id: string;
  readonly name?: string | undefined;
  readonly tags?: readonly string[];
  /** Time limit of the solve, s. */
  readonly timeout?: number | undefined;
}

export const submitSolve = (submission: Submission, idempotencyKey: string): Promise<Handle> =>
  post(PATHS[submission.type], {
    params: { header: { 'Idempotency-Key': idempotencyKey } },
    ...bodyOf(submission),
  });

/**
 * Submits the repaired case of a job. `isVersion`: true to save the case as the newest version of the scenario, too.
 */
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
  // The cast is needed because the declared type is an object; the serializer sends the file.
  return { body: {} as never, bodySerializer: () => file };
}
