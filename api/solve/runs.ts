/** Solve jobs as a kind of run, in all states that clients see. */
import { type JobRecord, jobSubmitted, toSolveInput } from '../../mongo/jobs.ts';
import { type JobStatusReply, NOT_STARTED } from '../../temporal/case/messages/job.ts';
import type { SolveState } from '../../temporal/case/messages/solve-run.ts';
import { Conflict } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import { noteCommand, requireOpen, tellWorkflow } from '../runs/cancel.ts';
import type { RunKind } from '../runs/run-kind.ts';
import { ownedRun, runStatus } from '../runs/status.ts';
import { HIDDEN, lifeOf, liveState } from '../runs/view.ts';
import type { SolveDeps } from './deps.ts';

export type JobRunDeps = Pick<
  SolveDeps,
  'jobs' | 'workflows' | 'findJob' | 'workflowState' | 'audit' | 'log'
> & {
  readonly settings: { readonly MAX_OPEN_JOBS: number };
};

type JobRuns = RunKind<JobRecord, SolveState, JobStatusReply>;

export const jobRuns = ({
  jobs,
  workflows,
  settings,
  audit,
  findJob,
  workflowState,
}: JobRunDeps): JobRuns => ({
  noun: 'job',
  mostOpen: settings.MAX_OPEN_JOBS,
  audit,
  records: jobs,
  read: findJob,
  start: (job) => workflows.start(toSolveInput(job)),
  workflow: (job) => workflowState(job._id),
  cancel: (job) => workflows.cancel(job._id),
  async view(job, state) {
    const isWaiting = lifeOf(job, state).status === 'queued';
    return toJobStatus(job, state, isWaiting ? await jobs.queuedBefore(job) : null);
  },
  guestView: ({ repair_of: _, ...job }) => ({ ...job, scenario_id: HIDDEN, tags: [], part_of: null }),
  submitted: { event: 'solve_submitted', subject: jobSubmitted },
});

/** Ends a search early; its best schedule so far becomes the result. */
export async function stopSolve(deps: JobRunDeps, jobId: string, caller: Caller): Promise<JobStatusReply> {
  const kind = jobRuns(deps);
  const job = await ownedRun(kind, deps.jobs.find, jobId, caller.user);
  const status = await runStatus(deps, kind, job);
  requireOpen(kind, status);
  if (status.progress_detail === null || status.progress_detail.incumbent === null) {
    throw new Conflict('No schedule has been found yet');
  }
  await noteCommand(kind, job, 'stop', caller);
  await tellWorkflow(kind, job, () => deps.workflows.stop(jobId));
  return runStatus(deps, kind, job);
}

function toJobStatus(
  job: JobRecord,
  state: SolveState | undefined,
  queuePosition: number | null,
): JobStatusReply {
  const live = liveState(job, state);
  const life = lifeOf(job, state);
  return {
    job_id: job._id,
    ...life,
    job_type: job.job_type,
    submitted_at: job.submitted_at.toISOString(),
    progress: live?.percent ?? job.progress,
    progress_detail: live?.progress ?? null,
    queue_position: life.status === 'queued' ? queuePosition : null,
    scenario_id: job.scenario_id,
    name: job.name,
    tags: [...job.tags],
    solver: job.solver,
    part_of: job.parent && { ...job.parent },
    ...(job.repair_of !== undefined && { repair_of: job.repair_of }),
    ...(job.what_if && { what_if_of: job.what_if.of }),
    time_limit_s: job.time_limit_s,
    target_gap: job.mip_gap,
    termination_status: job.termination_status,
    end_reason: job.end_reason ?? null,
    objective_value: job.objective_value,
    ...(job.penalty_usd !== undefined && { penalty_usd: job.penalty_usd }),
    ...(job.proven_gap !== undefined && { mip_gap: job.proven_gap }),
  };
}

/** The status of a running job, including the convergence of its search once that is recorded. */
export async function withConvergence(
  convergence: SolveDeps['convergence'],
  status: JobStatusReply,
): Promise<JobStatusReply> {
  const { job_id, progress_detail } = status;
  const isSearching = progress_detail && (progress_detail.incumbent ?? progress_detail.bound) !== null;
  const points = isSearching && (await convergence(job_id));
  return points ? { ...status, progress_detail: { ...progress_detail, convergence: points } } : status;
}

export const jobProgress = ({ status, progress, progress_detail, queue_position }: JobStatusReply) => ({
  status,
  progress,
  ...(progress_detail ?? { ...NOT_STARTED, phase: null }),
  queue_position,
});
