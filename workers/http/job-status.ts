/** Status of a job of this service: MongoDB when it is over, else its workflow, else what was stored. */
import type { JobRecord } from '../../mongo/jobs.ts';
import { isTerminal } from '../../temporal/messages/job.ts';
import type { ServiceDeps } from './service-deps.ts';
import { type ServiceJob, toServiceJob } from './service-job.ts';

export async function jobStatus(deps: ServiceDeps, job: JobRecord): Promise<ServiceJob> {
  if (isTerminal(job.status)) return toServiceJob(job, undefined, null);
  const state = await deps.workflows.state(job._id).catch((error: unknown) => {
    deps.warn(error, 'status read from MongoDB');
    return undefined;
  });
  // The workflow ends after MongoDB has the end.
  const recorded = state && isTerminal(state.status) ? ((await deps.jobs.find(job._id)) ?? job) : job;
  const waits = (state?.status ?? recorded.status) === 'queued';
  return toServiceJob(recorded, state, waits ? await deps.jobs.queuedBefore(recorded) : null);
}
