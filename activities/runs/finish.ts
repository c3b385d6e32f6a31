/** Ends the open jobs of an experiment or execution that has itself ended: they were prepared and never run. */
import type { SolveEnd } from '../../temporal/case/messages/solve-run.ts';
import type { RecordActivityDeps } from '../deps.ts';

type FinishPartsDeps = Pick<RecordActivityDeps, 'jobs' | 'documents' | 'retentionDays' | 'now'>;

export async function finishParts(deps: FinishPartsDeps, parentId: string, end: SolveEnd): Promise<void> {
  const at = deps.now();
  for (const jobId of await deps.jobs.openParts(parentId)) {
    await deps.jobs.finish(jobId, { end, percent: 0 }, at, expiryOf(at, deps));
    await deps.documents.expire(jobId, expiryOf(at, deps));
  }
}

/** When what ends now may be deleted. */
const DAY_MS = 24 * 3600 * 1000;

export const expiryOf = (at: Date, { retentionDays }: Pick<RecordActivityDeps, 'retentionDays'>): Date =>
  new Date(at.getTime() + retentionDays * DAY_MS);
