/** The solve that a question is about: a job of the caller, or the newest completed one of a scenario. */
import type { JobRecord } from '../../../../mongo/jobs.ts';
import type { SolvePayload } from '../../../../temporal/messages/payload.ts';
import type { SolveResult } from '../../../../temporal/messages/result.ts';
import type { Principal } from '../../../auth/principal.ts';
import type { Deps } from '../../../deps.ts';
import { ToolRefusal } from '../tool.ts';

export interface BaseSolve {
  readonly job: JobRecord;
  readonly payload: SolvePayload;
  readonly result: SolveResult;
}

export interface SolveChoice {
  readonly scenario_id?: string | undefined;
  readonly job_id?: string | undefined;
}

type BaseDeps = Pick<Deps, 'jobs' | 'documents'>;

export async function baseSolve(deps: BaseDeps, user: Principal, choice: SolveChoice): Promise<BaseSolve> {
  const job = await findJob(deps, user, choice);
  const [payload, result] = await Promise.all([
    deps.documents.get('payload', job._id),
    deps.documents.get('result', job._id),
  ]);
  if (!payload || !result) throw new ToolRefusal(`The result of job ${job._id} is no longer stored`);
  return { job, payload, result };
}

/** Nobody learns whether another user's job exists. */
async function findJob({ jobs }: BaseDeps, user: Principal, choice: SolveChoice): Promise<JobRecord> {
  const { job_id: jobId, scenario_id: scenarioId } = choice;
  if (jobId !== undefined) {
    const job = await jobs.find(jobId);
    if (job?.user_id !== user.userId) throw new ToolRefusal(`There is no job ${jobId}`);
    if (job.status !== 'completed') throw new ToolRefusal(`Job ${jobId} is ${job.status}: it has no result`);
    return job;
  }
  if (scenarioId === undefined)
    throw new ToolRefusal('Name the scenario or the job that the question is about');
  const { jobs: found } = await jobs.list({ userId: user.userId, status: 'completed', scenarioId }, 1, 0);
  if (found[0]) return found[0];
  throw new ToolRefusal(`Scenario ${scenarioId} has no completed solve yet: solve it first`);
}
