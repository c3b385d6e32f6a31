/** Status of one job: MongoDB when it is over, else its workflow, else what was stored at submission. */
import type { JobRecord } from '../../mongo/jobs.ts';
import { isTerminal, type JobStatusReply } from '../../temporal/messages/job.ts';
import type { SolveState } from '../../temporal/messages/solve-run.ts';
import type { Deps } from '../deps.ts';
import { toJobStatus } from './job-view.ts';

type StatusDeps = Pick<Deps, 'jobs' | 'workflowState' | 'log'>;

export async function jobStatus(deps: StatusDeps, job: JobRecord): Promise<JobStatusReply> {
  if (isTerminal(job.status)) return toJobStatus(job, undefined, null);
  const state = await stateOf(deps, job._id);
  // The workflow ends after MongoDB has the end: read that again rather than trust an old copy.
  if (state && isTerminal(state.status))
    return toJobStatus((await deps.jobs.find(job._id)) ?? job, state, null);
  const waiting = (state?.status ?? job.status) === 'queued';
  return toJobStatus(job, state, waiting ? await deps.jobs.queuedBefore(job) : null);
}

/** Temporal down is no reason to hide what MongoDB knows. */
async function stateOf({ workflowState, log }: StatusDeps, jobId: string): Promise<SolveState | undefined> {
  try {
    return await workflowState(jobId);
  } catch (error) {
    log.warn({ err: error, job_id: jobId }, 'status answered without Temporal');
    return undefined;
  }
}
