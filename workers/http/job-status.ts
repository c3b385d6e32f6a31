/** Status of a job of this service: MongoDB when it is over, else its workflow, else what was stored. */
import { type InferType, object, string } from 'yup';
import type { JobRecord } from '../../mongo/jobs.ts';
import { isTerminal, jobStatusSchema } from '../../temporal/messages/job.ts';
import type { SolveState } from '../../temporal/messages/solve-run.ts';
import { JOB_TYPES } from '../../temporal/solvers.ts';
import { HttpError } from './http-error.ts';
import { SERVICE_USER, type ServiceDeps } from './service-deps.ts';

export const SOLVES = [...JOB_TYPES, 'sced'] as const;

export const serviceJobSchema = jobStatusSchema
  .omit(['scenario_id', 'name', 'tags', 'job_type'])
  .shape({ job_type: string().oneOf(SOLVES).required() });
export type ServiceJob = InferType<typeof serviceJobSchema>;

export const jobPath = object({ job_id: string().required().max(128) });

/** A job that came over this service's own routes; throws 404 for every other. */
export async function findJob({ jobs }: ServiceDeps, jobId: string): Promise<JobRecord> {
  const job = await jobs.find(jobId);
  if (job?.user_id !== SERVICE_USER) throw new HttpError(404, 'Job not found');
  return job;
}

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

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

function toServiceJob(
  job: JobRecord,
  state: SolveState | undefined,
  queuePosition: number | null,
): ServiceJob {
  const live = isTerminal(job.status) ? undefined : state;
  return {
    job_id: job._id,
    status: live?.status ?? job.status,
    job_type: job.tags.includes('sced') ? 'sced' : job.job_type,
    submitted_at: job.submitted_at.toISOString(),
    started_at: iso(job.started_at) ?? live?.startedAt ?? null,
    finished_at: iso(job.finished_at) ?? live?.finishedAt ?? null,
    error: job.error ?? live?.error ?? null,
    progress: live?.percent ?? job.progress,
    progress_detail: live?.progress ?? null,
    queue_position: queuePosition,
    solver: job.solver,
  };
}
