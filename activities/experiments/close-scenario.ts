/** Makes sure that a scenario whose solve did not complete has ended on record, however the solve was lost. */
import { isTerminal } from '../../temporal/messages/job.ts';
import type { SolveInput } from '../../temporal/messages/solve-run.ts';
import { ENDED_FROM_OUTSIDE } from '../../temporal/run-status.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { finishJob } from '../jobs/finish-job.ts';

/** Throws, to be called again, while the workflow of the solve is still open. */
export async function closeScenario(deps: RecordActivityDeps, { jobId, userId }: SolveInput): Promise<void> {
  const state = await deps.workflows.state(jobId);
  if (state && !isTerminal(state.status)) throw new Error('The solve has not ended yet');
  const end = { status: 'failed', error: ENDED_FROM_OUTSIDE } as const;
  // The first end wins: this one counts only where the solve could write none.
  await finishJob(deps, { jobId, userId, end, percent: state?.percent ?? 0 });
}
