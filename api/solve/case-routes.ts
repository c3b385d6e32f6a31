/** Routes of the case of a job, as submitted and as repaired. */
import { boolean, object } from 'yup';
import type { Repair } from '../../temporal/case/messages/infeasibility.ts';
import { applyRepair } from '../../temporal/case/scenario/apply-repair.ts';
import { payloadSchema, type SolvePayload } from '../../temporal/case/schema.ts';
import { requireModule } from '../http/access.ts';
import { Conflict, NotFound } from '../http/errors.ts';
import { SUBMISSION_HEADERS } from '../http/headers.ts';
import type { Principal } from '../http/principal.ts';
import type { Caller } from '../http/request.ts';
import { routesFor } from '../http/route.ts';
import type { Accepted } from '../runs/claim.ts';
import { ownedRun } from '../runs/status.ts';
import type { SolveDeps } from './deps.ts';
import { jobResult, type ResultDeps, storedText } from './result.ts';
import { acceptedReply, jobHandle, jobPath, levelOf, solveRoute } from './route-parts.ts';
import { jobRuns } from './runs.ts';
import { fieldList, storedReply, wholeOrFields } from './stored-json.ts';
import { submitChecked } from './submit.ts';

const defineRoute = routesFor<SolveDeps>();

const jobPayload = defineRoute({
  ...solveRoute,
  method: 'get',
  path: '/modules/analyst/solve/{job_id}/payload',
  light: true,
  shared: 'job',
  summary: 'Case of a solve job as submitted, in canonical names',
  limit: 'read',
  params: jobPath,
  query: object({ fields: fieldList(payloadSchema) }),
  responses: { 200: wholeOrFields(payloadSchema) },
  handle: async ({ params, query, user, deps }) => {
    const job = await ownedRun(jobRuns(deps), deps.findJob, params.job_id, user);
    const text = await storedText(deps.documents, 'payload', job._id, query.fields);
    if (!text) throw new NotFound('The case of this job is no longer stored');
    return storedReply(text);
  },
});

const repairJob = defineRoute({
  ...solveRoute,
  method: 'post',
  path: '/modules/analyst/solve/{job_id}/repair',
  summary:
    'Submit the case of an infeasible job with its smallest repair, as a new job; the scenario is not changed',
  limit: 'own',
  params: jobPath,
  query: object({
    new_version: boolean()
      .default(false)
      .meta({ description: 'Also store the repaired case as the newest version of the scenario' }),
  }),
  heeds: ['Idempotency-Key'],
  responses: { 202: jobHandle },
  headers: { 202: SUBMISSION_HEADERS },
  errors: [409, 429, 502],
  handle: async ({ params, query, user, request, deps }) =>
    acceptedReply(await submitRepair(deps, params.job_id, query.new_version, { user, request })),
});

export const caseRoutes = [jobPayload, repairJob];

/** Most characters of the original name that the name of the repaired job keeps; a name has at most 200 characters. */
const LONGEST_NAME = 190;

/** Submits the repaired case. Throws `Conflict` when the job needs no repair, or no repair is known. */
async function submitRepair(
  deps: SolveDeps,
  jobId: string,
  isVersion: boolean,
  caller: Caller,
): Promise<Accepted> {
  const job = await ownedRun(jobRuns(deps), deps.jobs.find, jobId, caller.user);
  requireModule(caller.user, { id: 'analyst', level: levelOf(job.job_type) });
  if (isVersion && job.parent !== null)
    throw new Conflict(`The case of the job ${jobId} was built by a run and is not a version of a scenario`);
  const repair = await repairOf(deps, jobId, caller.user);
  const payload = await deps.documents.get('payload', jobId);
  if (!payload) throw new NotFound('The case of this job is no longer stored');
  const submission = {
    scenario_id: job.scenario_id,
    payload: repaired(payload, repair),
    timeout: job.time_limit_s,
    name: `${(job.name ?? job.scenario_id).slice(0, LONGEST_NAME)} repaired`,
    tags: job.tags,
  };
  const purpose = { repairOf: jobId, leavesScenario: !isVersion };
  const call = { route: 'repair', body: { job_id: jobId, ...(isVersion && { new_version: true }) } };
  return submitChecked(deps, call, job.job_type, submission, purpose, caller);
}

async function repairOf(deps: ResultDeps, jobId: string, user: Principal): Promise<readonly Repair[]> {
  const { pending, result } = await jobResult(deps, jobId, user);
  if (pending) throw new Conflict(`The job ${jobId} is ${pending.status}: there is no result to repair yet`);
  const { termination_status, infeasibility } = result;
  if (termination_status !== 'INFEASIBLE')
    throw new Conflict(`The job ${jobId} ended ${termination_status}: there is nothing to repair`);
  if (infeasibility && infeasibility.repair.length > 0) return infeasibility.repair;
  throw new Conflict(`No repair is known for the case of the job ${jobId}`);
}

/** The case with the repair applied. A commitment that was taken from another job is already part of the case. */
const repaired = (
  { commitment_job_id: _, ...payload }: SolvePayload,
  repair: readonly Repair[],
): SolvePayload => applyRepair(payload, repair);
