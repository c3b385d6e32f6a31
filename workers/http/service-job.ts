/** A stored job and what its workflow says -> what a caller of this service sees of it (pure). */
import { type InferType, string } from 'yup';
import type { JobRecord } from '../../mongo/jobs.ts';
import { isTerminal, jobStatusSchema } from '../../temporal/messages/job.ts';
import type { SolveState } from '../../temporal/messages/solve-run.ts';
import { JOB_TYPES } from '../../temporal/solvers.ts';

export const SOLVES = [...JOB_TYPES, 'sced'] as const;

export const serviceJobSchema = jobStatusSchema
  .omit(['scenario_id', 'name', 'tags', 'job_type'])
  .shape({ job_type: string().oneOf(SOLVES).required() });
export type ServiceJob = InferType<typeof serviceJobSchema>;

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** A record that is terminal is the last word; before that the workflow knows more. */
export function toServiceJob(
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
