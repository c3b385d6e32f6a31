/** `options.warm_start_job_id` names a completed job of this service that has a schedule. */
import { type PayloadProblem, problem } from '../../temporal/checks/problem.ts';
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import { SERVICE_USER, type ServiceDeps } from './service-deps.ts';

export async function warmStartProblems(
  { jobs }: Pick<ServiceDeps, 'jobs'>,
  { options }: SolvePayload,
): Promise<PayloadProblem[]> {
  const jobId = options?.warm_start_job_id;
  if (jobId === undefined) return [];
  const wrong = (msg: string) => [problem(['options', 'warm_start_job_id'], msg)];
  const job = await jobs.find(jobId);
  if (job?.user_id !== SERVICE_USER) return wrong('no such job');
  if (job.status !== 'completed') return wrong(`the job is ${job.status}, not completed`);
  return job.objective_value === null ? wrong('the job has no schedule') : [];
}
