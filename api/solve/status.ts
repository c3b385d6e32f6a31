/** Status of one job: MongoDB when it is over, else its workflow, else what was stored at submission. */
import type { JobRecord } from '../../mongo/jobs.ts';
import { isTerminal, type JobStatusReply } from '../../temporal/case/messages/job.ts';
import type { SolveState } from '../../temporal/case/messages/solve-run.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import { liveState } from '../runs/live-state.ts';

type StatusDeps = Pick<Deps, 'jobs' | 'workflowState' | 'log'>;

export async function readJobStatus(deps: StatusDeps, job: JobRecord): Promise<JobStatusReply> {
  if (isTerminal(job.status)) return toJobStatus(job, undefined, null);
  const state = await liveState(deps, job, () => deps.workflowState(job._id));
  // The workflow ends after MongoDB has the end: read that again rather than trust an old copy.
  if (state && isTerminal(state.status))
    return toJobStatus((await deps.jobs.find(job._id)) ?? job, state, null);
  const waiting = (state?.status ?? job.status) === 'queued';
  return toJobStatus(job, state, waiting ? await deps.jobs.queuedBefore(job) : null);
}

/** A stored job and what its workflow says -> the status reply (pure). */
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

/** What a `progress` event says of a job. */
export const jobProgress = ({ status, progress, progress_detail, queue_position }: JobStatusReply) => ({
  status,
  progress,
  phase: progress_detail?.phase ?? null,
  incumbent: progress_detail?.incumbent ?? null,
  bound: progress_detail?.bound ?? null,
  mip_gap: progress_detail?.mip_gap ?? null,
  elapsed_s: progress_detail?.elapsed_s ?? 0,
  queue_position,
});

/** The caller's job, or 404: nobody learns whether another user's job exists. */

/** `find` is `jobs.find` for who acts on the job, the shared `findJob` for who only reads it. */
export async function ownedJob(find: Deps['findJob'], jobId: string, user: Principal): Promise<JobRecord> {
  const job = await find(jobId);
  if (!job || (job.user_id !== user.userId && user.role !== 'admin')) throw new NotFound('Job not found');
  return job;
}
