/** Jobs submitted to the solver service: status, result, cancellation. */
import { type InferType, object, string } from 'yup';
import { reply } from '../../api/http/route.ts';
import { requireOpen, tellWorkflow } from '../../api/runs/cancel.ts';
import { ownedRun, runStatus } from '../../api/runs/status.ts';
import { jobResultText } from '../../api/solve/result.ts';
import { jobRuns } from '../../api/solve/runs.ts';
import { storedReply } from '../../api/solve/stored-json.ts';
import { type JobStatusReply, jobStatusSchema } from '../../temporal/case/messages/job.ts';
import { resultSchema } from '../../temporal/case/messages/result.ts';
import { JOB_TYPES } from '../../temporal/solvers.ts';
import { defineRoute, FOR_CALLERS, SERVICE } from './service-deps.ts';

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
  light: true,
  summary: 'Status and progress of a job submitted to this service',
  responses: { 200: serviceJobSchema },
  errors: [404],
  handle: async ({ params, deps }) => {
    const kind = jobRuns(deps);
    const job = await ownedRun(kind, kind.read, params.job_id, SERVICE);
    return reply(200, toServiceJob(await runStatus(deps, kind, job)));
  },
});

export const jobResults = defineRoute({
  ...JOBS,
  method: 'get',
  path: '/jobs/{job_id}/results',
  light: true,
  summary: 'Result of a job; 202 with the status until it has ended',
  responses: { 200: resultSchema, 202: serviceJobSchema },
  headers: { 202: ['Retry-After'] },
  errors: [404, 409, 504],
  handle: async ({ params: { job_id }, deps }) => {
    const { pending, result } = await jobResultText(deps, job_id, SERVICE);
    if (pending) return reply(202, toServiceJob(pending), { 'Retry-After': '1' });
    return storedReply(result, { job_id, status: 'completed' });
  },
});

export const cancelJob = defineRoute({
  ...JOBS,
  method: 'delete',
  path: '/jobs/{job_id}',
  light: true,
  summary: 'Cancel a job: it ends `cancelled` once its solver has stopped',
  responses: { 202: serviceJobSchema },
  errors: [404, 409, 502],
  handle: async ({ params: { job_id }, deps }) => {
    const kind = jobRuns(deps);
    const job = await ownedRun(kind, kind.records.find, job_id, SERVICE);
    requireOpen(kind, job);
    await tellWorkflow(kind, job, kind.cancel);
    return reply(202, toServiceJob(await runStatus(deps, kind, job)));
  },
});

/** The fields of a job that callers of this service see. */
function toServiceJob({ scenario_id, name, tags, part_of, ...job }: JobStatusReply): ServiceJob {
  return { ...job, job_type: tags.includes('sced') ? 'sced' : job.job_type };
}
