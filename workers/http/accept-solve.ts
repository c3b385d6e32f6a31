/**
 * Accepts a solve: once the job is in MongoDB it will run exactly once, as one of the API does. When Temporal does
 * not answer just now, the sweep starts the workflow within seconds.
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

/** What a caller of the solver service submits, in canonical form. */
export interface Submission {
  readonly jobType: JobType;
  /** Marks of the job beside its type. */
  readonly tags: readonly string[];
  readonly payload: SolvePayload;
  /** Time limit, s. */
  readonly timeout: number;
  /** Absent = a new one. */
  readonly jobId: string | undefined;
}

/** Returns the id of the job. Throws 422, 409 for an id that stands for something else, 503 without the solver. */
export async function acceptSolve(deps: ServiceDeps, submission: Submission): Promise<string> {
  await refuseWrong(deps, submission);
  await checkWarmStart(deps, submission.payload, SERVICE);
  const job = newJob(asked(submission), deps.now());
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

/** The first who comes with an id decides what it stands for; `isNew` is false where that was accepted before. */
async function claim(
  deps: ServiceDeps,
  job: JobRecord,
  submission: Submission,
): Promise<{ readonly isNew: boolean }> {
  if (submission.jobId === undefined) return { isNew: true };
  const taken = new Conflict('This job_id stands for another submission');
  const sha256 = createHash('sha256').update(canonicalJson(submission)).digest('hex');
  const key = `${SERVICE_USER}/${job._id}`;
  const { body_sha256 } = await deps.idempotency.claim(key, job._id, sha256, job.submitted_at);
  if (body_sha256 !== sha256) throw taken;
  const known = await deps.jobs.find(job._id);
  if (!known) return { isNew: true };
  // The claim may be younger than the job.
  const payload = await deps.documents.get('payload', job._id);
  const isSame = [SERVICE_USER, job.job_type].join() === [known.user_id, known.job_type].join();
  if (!isSame || canonicalJson(payload) !== canonicalJson(submission.payload)) throw taken;
  return { isNew: false };
}

function asked({ jobId, jobType, payload, tags, timeout }: Submission): NewJob {
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
