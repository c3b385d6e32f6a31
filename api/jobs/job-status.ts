/** Status of one job: MongoDB when it is over, else its workflow, else what was stored at submission. */
import type { JobRecord } from '../../mongo/jobs.ts';
import { isTerminal, type JobStatusReply } from '../../temporal/messages/job.ts';
import type { Deps } from '../deps.ts';
import { liveState } from '../live/live-state.ts';
import { toJobStatus } from './job-view.ts';

type StatusDeps = Pick<Deps, 'jobs' | 'workflowState' | 'log'>;

export async function jobStatus(deps: StatusDeps, job: JobRecord): Promise<JobStatusReply> {
  if (isTerminal(job.status)) return toJobStatus(job, undefined, null);
  const state = await liveState(deps, job, () => deps.workflowState(job._id));
  // The workflow ends after MongoDB has the end: read that again rather than trust an old copy.
  if (state && isTerminal(state.status))
    return toJobStatus((await deps.jobs.find(job._id)) ?? job, state, null);
  const waiting = (state?.status ?? job.status) === 'queued';
  return toJobStatus(job, state, waiting ? await deps.jobs.queuedBefore(job) : null);
}
