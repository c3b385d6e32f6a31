/**
 * Accepts a solve. Once the job is in MongoDB, it runs exactly once, like a job of the API. If Temporal does not
 * respond, the workflow `sweep` starts the job within seconds.
 */
import { createHash, randomUUID } from 'node:crypto';
import { Conflict, ServiceUnavailable } from '../../api/http/errors.ts';
import { startRun, storeRun } from '../../api/runs/run-kind.ts';
import { checkWarmStart } from '../../api/solve/check-payload.ts';
import { jobRuns } from '../../api/solve/runs.ts';
import { packDocument } from '../../mongo/documents.ts';
import { type JobRecord, type NewJob, newJob } from '../../mongo/jobs.ts';
import { payloadProblems } from '../../temporal/case/checks/payload-problems.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import { canonicalJson } from '../../temporal/json/canonical-json.ts';
import { DEFAULT_MIP_GAP, type JobType } from '../../temporal/solvers.ts';
import { refuseProblems, SERVICE, SERVICE_USER, type ServiceDeps } from './service-deps.ts';

/** A submission to the solver service, in canonical form. */
export interface Submission {
  readonly jobType: JobType;
  readonly tags: readonly string[];
  readonly payload: SolvePayload;
  /** Time limit of the solve, s. */
  readonly timeout: number;
  /** Id of the job that the caller chose; if absent, the job gets a new id. */
  readonly jobId: string | undefined;
}

/**
 * Accepts a submission and returns the id of the job. Throws 422; 409 if the id belongs to another submission; 503 if
 * the solver is not available.
 */
export async function acceptSolve(deps: ServiceDeps, submission: Submission): Promise<string> {
  await refuseWrong(deps, submission);
  await checkWarmStart(deps.jobs, submission.payload, SERVICE);
  const job = newJob(toNewJob(submission), deps.now());
  const { isNew } = await claim(deps, job, submission);
  if (!isNew) return job._id;
  const content = await packDocument(submission.payload);
  const kind = jobRuns(deps);
  await deps.audit.together(
    async (tx) => {
      await deps.documents.putPacked('payload', job._id, content, undefined, tx);
      await storeRun(kind, job, {}, tx);
    },
    () => startRun(deps, kind, job),
  );
  return job._id;
}

async function refuseWrong(
  { maxHorizon, solvers }: ServiceDeps,
  { payload, tags }: Submission,
): Promise<void> {
  const period = tags.includes('sced') ? 'interval' : 'hour';
  const problems = payloadProblems(payload, { maxHorizon, period });
  if (payload.commitment_job_id !== undefined)
    problems.push({ path: ['commitment_job_id'], msg: 'Give the commitment itself', type: 'value_error' });
  refuseProblems(problems, ['payload']);
  const solver = payload.solver ?? 'highs';
  if (!solvers.includes(solver)) throw new ServiceUnavailable(`Solver '${solver}' is not available`);
}

/** Claims an id for the first submission with this id. `isNew` is false if an earlier submission was accepted. */
async function claim(
  deps: ServiceDeps,
  job: JobRecord,
  submission: Submission,
): Promise<{ readonly isNew: boolean }> {
  if (submission.jobId === undefined) return { isNew: true };
  const conflict = new Conflict('This job_id belongs to another submission');
  const sha256 = createHash('sha256').update(canonicalJson(submission)).digest('hex');
  const key = `${SERVICE_USER}/${job._id}`;
  const { body_sha256 } = await deps.idempotency.claim(key, job._id, sha256, job.submitted_at);
  if (body_sha256 !== sha256) throw conflict;
  const existing = await deps.jobs.find(job._id);
  if (!existing) return { isNew: true };
  // The claim may be newer than the job with this id, so the payloads decide whether the submissions are the same.
  const payload = await deps.documents.get('payload', job._id);
  const isSame = [SERVICE_USER, job.job_type].join() === [existing.user_id, existing.job_type].join();
  if (!isSame || canonicalJson(payload) !== canonicalJson(submission.payload)) throw conflict;
  return { isNew: false };
}

function toNewJob({ jobId, jobType, payload, tags, timeout }: Submission): NewJob {
  const id = jobId ?? randomUUID();
  return {
    id,
    userId: SERVICE_USER,
    job_type: jobType,
    solver: payload.solver ?? 'highs',
    scenario_id: id,
    tags,
    time_limit_s: payload.options?.time_limit ?? timeout,
    mip_gap: payload.options?.mip_gap ?? DEFAULT_MIP_GAP,
  };
}
