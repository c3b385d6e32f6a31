/** Jobs that came over the routes of the solver service: status, result, cancellation. */
import { type InferType, object, string } from 'yup';
import { type ApiError, BadGateway, Conflict, GatewayTimeout, NotFound } from '../../api/http/errors.ts';
import { reply } from '../../api/http/route.ts';
import { lifeOf, liveState } from '../../api/runs/view.ts';
import { type JobRecord, toSolveInput } from '../../mongo/jobs.ts';
import { isTerminal, jobStatusSchema } from '../../temporal/case/messages/job.ts';
import { resultSchema } from '../../temporal/case/messages/result.ts';
import type { SolveState } from '../../temporal/case/messages/solve-run.ts';
import { JOB_TYPES } from '../../temporal/solvers.ts';
import { defineRoute, FOR_CALLERS, SERVICE_USER, type ServiceDeps } from './service-deps.ts';

export const SOLVES = [...JOB_TYPES, 'sced'] as const;

const serviceJobSchema = jobStatusSchema
  .omit(['scenario_id', 'name', 'tags', 'job_type', 'part_of'])
  .shape({ job_type: string().oneOf(SOLVES).required() });
type ServiceJob = InferType<typeof serviceJobSchema>;

const jobPath = object({ job_id: string().required().max(128) });

const JOBS = { ...FOR_CALLERS, tag: 'Solve', params: jobPath } as const;

export const readJob = defineRoute({
  ...JOBS,
  method: 'get',
  path: '/jobs/{job_id}',
  summary: 'Status and progress of a job that was submitted here',
  responses: { 200: serviceJobSchema },
  errors: [404],
  handle: async ({ params, deps }) => reply(200, await jobStatus(deps, await findJob(deps, params.job_id))),
});

export const jobResults = defineRoute({
  ...JOBS,
  method: 'get',
  path: '/jobs/{job_id}/results',
  summary: 'Result of a job; 202 with the status while it is not finished',
  responses: { 200: resultSchema, 202: serviceJobSchema },
  headers: { 202: ['Retry-After'] },
  errors: [404, 409, 504],
  handle: async ({ params: { job_id }, deps }) => {
    const job = await jobStatus(deps, await findJob(deps, job_id));
    if (!isTerminal(job.status)) return reply(202, job, { 'Retry-After': '1' });
    if (job.status !== 'completed') throw withoutResult(job);
    const result = await deps.documents.get('result', job_id);
    if (!result) throw new NotFound('The result of this job is no longer stored');
    return reply(200, { job_id, status: 'completed' as const, ...result });
  },
});

function withoutResult({ status, error }: ServiceJob): ApiError {
  const code = error?.code ?? 'INTERNAL';
  const why = status === 'cancelled' ? 'was cancelled' : `failed: ${error?.message ?? 'no answer'}`;
  const Refusal = code === 'SOLVER_TIMEOUT' ? GatewayTimeout : Conflict;
  return new Refusal(`The job ${why}`, { code });
}

export const cancelJob = defineRoute({
  ...JOBS,
  method: 'delete',
  path: '/jobs/{job_id}',
  summary: 'Cancel a job: it ends `cancelled` once its solver has let go',
  responses: { 202: serviceJobSchema },
  errors: [404, 409, 502],
  handle: async ({ params: { job_id }, deps }) => {
    const job = await findJob(deps, job_id);
    if (isTerminal(job.status)) throw new Conflict(`The job is already ${job.status}`);
    const cancel = async (): Promise<boolean> => {
      if (!job.workflow_started) await deps.workflows.start(toSolveInput(job));
      return deps.workflows.cancel(job_id);
    };
    const heard = await cancel().catch((cause: unknown) => {
      throw new BadGateway('Workflow service unreachable', { cause });
    });
    if (!heard) throw new Conflict('The job has already ended');
    return reply(202, await jobStatus(deps, job));
  },
});

/** A job that came over this service's own routes; throws 404 for every other. */
async function findJob({ jobs }: ServiceDeps, jobId: string): Promise<JobRecord> {
  const job = await jobs.find(jobId);
  if (job?.user_id !== SERVICE_USER) throw new NotFound('Job not found');
  return job;
}

/** Status of a job of this service: MongoDB when it is over, else its workflow, else what was stored. */
async function jobStatus(deps: ServiceDeps, job: JobRecord): Promise<ServiceJob> {
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

/** What a caller of this service sees of a stored job, given what its workflow says. */
function toServiceJob(
  job: JobRecord,
  state: SolveState | undefined,
  queuePosition: number | null,
): ServiceJob {
  const live = liveState(job, state);
  return {
    job_id: job._id,
    ...lifeOf(job, state),
    job_type: job.tags.includes('sced') ? 'sced' : job.job_type,
    submitted_at: job.submitted_at.toISOString(),
    progress: live?.percent ?? job.progress,
    progress_detail: live?.progress ?? null,
    queue_position: queuePosition,
    solver: job.solver,
    termination_status: job.termination_status,
    objective_value: job.objective_value,
    ...(job.penalty_usd !== undefined && { penalty_usd: job.penalty_usd }),
  };
}
