/** A stored job and what its workflow says -> the status reply (pure). */
import type { JobRecord } from '../../mongo/jobs.ts';
import { isTerminal, type JobStatusReply } from '../../temporal/messages/job.ts';
import type { SolveState } from '../../temporal/messages/solve-run.ts';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** A record that is terminal is the last word; before that the workflow knows more. */
export function toJobStatus(
  job: JobRecord,
  state: SolveState | undefined,
  queuePosition: number | null,
): JobStatusReply {
  const live = isTerminal(job.status) ? undefined : state;
  const status = live?.status ?? job.status;
  return {
    job_id: job._id,
    status,
    job_type: job.job_type,
    submitted_at: job.submitted_at.toISOString(),
    started_at: iso(job.started_at) ?? live?.startedAt ?? null,
    finished_at: iso(job.finished_at) ?? live?.finishedAt ?? null,
    error: job.error ?? live?.error ?? null,
    progress: live?.percent ?? job.progress,
    progress_detail: live?.progress ?? null,
    queue_position: status === 'queued' ? queuePosition : null,
    scenario_id: job.scenario_id,
    name: job.name,
    tags: [...job.tags],
    solver: job.solver,
  };
}
