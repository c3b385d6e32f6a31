/** Starts the workflow of a job on record: when Temporal fails just now, the sweep starts it within seconds. */
import type { JobRecord } from '../../mongo/jobs.ts';
import { toSolveInput } from '../../mongo/solve-input.ts';
import type { Deps } from '../deps.ts';

type StartDeps = Pick<Deps, 'workflows' | 'jobs' | 'log'>;

export async function startJob({ workflows, jobs, log }: StartDeps, job: JobRecord): Promise<void> {
  try {
    await workflows.start(toSolveInput(job));
    await jobs.markWorkflowStarted(job._id);
  } catch (error) {
    log.warn({ err: error, job_id: job._id }, 'workflow left to the sweep');
  }
}
