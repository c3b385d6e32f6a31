/**
 * Accepts a solve. All checks come first. Once the job is in MongoDB, it is accepted and will run exactly once, even if
 * this process fails.
 */

import { array, number, object, string } from 'yup';
import { type PackedDocument, packDocument } from '../../mongo/documents.ts';
import { type JobRecord, newJob, type WhatIfRecord } from '../../mongo/jobs.ts';
import { newScenario } from '../../mongo/scenarios.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import { payloadSchema, type SolvePayload } from '../../temporal/case/schema.ts';
import { DEFAULT_MIP_GAP, DEFAULT_TIMEOUT_S, type JobType } from '../../temporal/solvers.ts';
import type { Caller } from '../http/request.ts';
import { type Accepted, claim, type Submission } from '../runs/claim.ts';
import { startRun, storeRun } from '../runs/run-kind.ts';
import { checkedPayload } from './check-payload.ts';
import type { SolveDeps } from './deps.ts';
import { jobRuns } from './runs.ts';

export async function submitSolve(
  deps: SolveDeps,
  jobType: JobType,
  submission: SolveSubmission,
  caller: Caller,
): Promise<Accepted> {
  const payload = await checkedPayload(deps, submission.payload, caller.user);
  const { scenario_id, timeout, name, tags } = submission;
  const call = { route: `solve/${jobType}`, body: submission };
  return submitChecked(deps, call, jobType, { scenario_id, payload, timeout, name, tags }, {}, caller);
}

/** Submits a checked solve. `call`: the request as its `Idempotency-Key` records it. */
export async function submitChecked(
  deps: SolveDeps,
  call: Pick<Submission, 'route' | 'body'>,
  jobType: JobType,
  submission: SolveSubmission,
  purpose: SolvePurpose,
  caller: Caller,
): Promise<Accepted> {
  const solvers = [submission.payload.solver ?? 'highs'];
  using claimed = await claim(deps, jobRuns(deps), { ...call, solvers }, caller);
  if (claimed.isNew) await acceptJob(deps, claimed.id, jobType, submission, purpose, caller);
  return claimed;
}

/** Stores a job together with its scenario, and starts it. May be repeated safely. */
export async function acceptJob(
  deps: SolveDeps,
  id: string,
  job_type: JobType,
  { scenario_id, payload, timeout, name, tags = [] }: SolveSubmission,
  { leavesScenario = false, repairOf, whatIf }: SolvePurpose,
  { user, request }: Caller,
): Promise<void> {
  const { solver = 'highs', options } = payload;
  const jobFields = {
    id,
    userId: user.userId,
    job_type,
    solver,
    scenario_id,
    name: name ?? null,
    tags,
    time_limit_s: options?.time_limit ?? timeout,
    mip_gap: options?.mip_gap ?? DEFAULT_MIP_GAP,
    ...(repairOf !== undefined && { repair_of: repairOf }),
    ...(whatIf && { what_if: whatIf, parent: { type: 'job', id: whatIf.of, index: 0 } as const }),
  };
  const job = newJob(jobFields, deps.now());
  // The payload is packed once, for both the job and the caller's scenario.
  const content = await packDocument(payload);
  const kind = jobRuns(deps);
  await deps.audit.together(
    async (tx) => {
      await deps.documents.putPacked('payload', id, content, undefined, tx);
      if (!leavesScenario) await putScenario(deps, job, payload, content, tx);
      await storeRun(kind, job, { request }, tx);
    },
    () => startRun(deps, kind, job),
  );
}

/** Stores the payload as the newest version of the scenario, and this job as its last job. */
const putScenario = (
  { scenarios }: SolveDeps,
  job: JobRecord,
  payload: SolvePayload,
  content: PackedDocument<SolvePayload>,
  tx: Transaction,
) => {
  const meta = { job_type: job.job_type, last_job_id: job._id };
  const change = { meta, defaults: newScenario(job.scenario_id, payload), content };
  return scenarios.put(job.user_id, job.scenario_id, change, job.submitted_at, tx);
};

/** Schema of the labels of a job; they are meant for people and may be changed later. */
const labels = {
  name: string().max(200).optional().meta({ description: 'Free text shown in lists' }),
  tags: array(string().required().max(64)).max(20).optional(),
};
export const jobLabels = object(labels);

/** Schema of the body of a solve submission. */
export const solveBody = object({
  scenario_id: string().required().max(200).meta({ description: 'Name of the case, chosen by the client' }),
  payload: payloadSchema.required(),
  timeout: number()
    .integer()
    .min(1)
    .max(3600)
    .default(DEFAULT_TIMEOUT_S)
    .meta({ unit: 's', description: 'Solve time limit' }),
  ...labels,
});

export interface SolveSubmission {
  readonly scenario_id: string;
  readonly payload: SolvePayload;
  /** Time limit of the solve, s. */
  readonly timeout: number;
  readonly name?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/**
 * Reason for which the service itself submits a solve. A body cannot set it, because it affects priority, limits and
 * lists.
 */
export interface SolvePurpose {
  /** True if the scenario belongs to another submission and must not be changed. */
  readonly leavesScenario?: boolean;
  /** Id of the infeasible job whose repaired case is solved. */
  readonly repairOf?: string;
  /** The what-if whose exact answer the solve computes. */
  readonly whatIf?: WhatIfRecord;
}
