/** A job record -> the input of its workflow. */
import type { SolveInput } from '../temporal/messages/solve-run.ts';
import type { JobRecord } from './jobs.ts';

export const toSolveInput = (job: JobRecord): SolveInput => ({
  jobId: job._id,
  userId: job.user_id,
  jobType: job.job_type,
  solver: job.solver,
  scenarioId: job.scenario_id,
  timeLimitS: job.time_limit_s,
  mipGap: job.mip_gap,
  ...(job.parent && { parent: job.parent }),
  ...(job.parent?.type === 'execution' && { repeatable: true }),
});
