/** A completed solve of the caller: what was asked, what came of it, and which job that was. */
import type { JobRecord } from '../../../mongo/jobs.ts';
import type { SolvePayload } from '../../../temporal/messages/payload.ts';
import type { SolveResult } from '../../../temporal/messages/result.ts';
import type { Principal } from '../../auth/principal.ts';
import type { Deps } from '../../deps.ts';
import { Conflict, NotFound } from '../../errors.ts';

export interface Solve {
  readonly payload: SolvePayload;
  readonly result: SolveResult;
  readonly job: JobRecord;
}

/** A job goes before a scenario. */
export interface SolveRef {
  readonly scenario_id?: string | undefined;
  readonly job_id?: string | undefined;
}

export type SolveDeps = Pick<Deps, 'findJob' | 'jobs' | 'scenarios' | 'documents'>;

/**
 * Of a scenario the last solve that completed. Throws `NotFound` for what is not there or somebody else's,
 * administrators included, and `Conflict` where nothing has completed yet.
 */
export async function findSolve(deps: SolveDeps, user: Principal, ref: SolveRef): Promise<Solve> {
  const job = await findCompleted(deps, user, ref);
  const [payload, result] = await Promise.all([
    deps.documents.get('payload', job._id),
    deps.documents.get('result', job._id),
  ]);
  if (!payload || !result) throw new NotFound('The result of this job is no longer stored');
  return { payload, result, job };
}

async function findCompleted(
  deps: SolveDeps,
  { userId }: Principal,
  { scenario_id: scenarioId, job_id: jobId }: SolveRef,
): Promise<JobRecord> {
  if (jobId !== undefined) {
    const job = await deps.findJob(jobId);
    if (job?.user_id !== userId) throw new NotFound('Job not found');
    if (job.status === 'completed') return job;
    throw new Conflict(`The job is ${job.status}: it has no result`);
  }
  const scenario = scenarioId === undefined ? null : await deps.scenarios.find(userId, scenarioId);
  if (!scenario) throw new NotFound('Scenario not found');
  const last = scenario.meta.last_job_id === null ? null : await deps.findJob(scenario.meta.last_job_id);
  if (last?.user_id === userId && last.status === 'completed') return last;
  const { jobs } = await deps.jobs.list({ userId, status: 'completed', scenarioId: scenario.id }, 1, 0);
  const [job] = jobs;
  if (!job) throw new Conflict('The scenario has no completed solve');
  return job;
}
