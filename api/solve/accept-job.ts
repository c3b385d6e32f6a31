/** Stores a job and its scenario together with their audit entry, then starts its workflow. Every step is repeatable; the order is the guarantee. */
import type { AuditSubject } from '../../mongo/audit.ts';
import { type JobRecord, toSolveInput } from '../../mongo/jobs.ts';
import { newRecord } from '../../mongo/lifecycle.ts';
import { type PackedDocument, packDocument } from '../../mongo/pack-document.ts';
import { newScenario } from '../../mongo/scenarios.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import { DEFAULT_MIP_GAP, type JobType } from '../../temporal/solvers.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/request.ts';
import type { SolveSubmission } from './body.ts';

export async function acceptJob(
  deps: Deps,
  jobId: string,
  jobType: JobType,
  submission: SolveSubmission,
  { user, request }: Caller,
): Promise<void> {
  const job = newJob(jobId, jobType, submission, user.userId, deps.now());
  // Made into JSON once, for the job and for the scenario of the name that the caller gave.
  const content = await packDocument(submission.payload);
  await deps.documents.putPacked('payload', jobId, content);
  await deps.audit.together(async (tx) => {
    await putScenario(deps, job, submission.payload, content, tx);
    await deps.jobs.accept(job, tx);
    await deps.audit.record('solve_submitted', submitted(job, request), tx);
  });
  await startJob(deps, job);
}

const submitted = (job: JobRecord, { ip, userAgent }: Caller['request']): AuditSubject => ({
  userId: job.user_id,
  ip,
  userAgent,
  once: `solve_submitted/${job._id}`,
  details: {
    job_id: job._id,
    solver: job.solver,
    job_type: job.job_type,
    scenario_id: job.scenario_id,
  },
});

/** The scenario is now that of this job. */
const putScenario = (
  { scenarios }: Deps,
  job: JobRecord,
  payload: SolvePayload,
  content: PackedDocument<SolvePayload>,
  tx: Transaction,
) => {
  const meta = { job_type: job.job_type, last_job_id: job._id };
  const change = { meta, defaults: newScenario(job.scenario_id, payload), content };
  return scenarios.put(job.user_id, job.scenario_id, change, job.submitted_at, tx);
};

function newJob(
  jobId: string,
  jobType: JobType,
  { scenario_id, payload, timeout, name, tags }: SolveSubmission,
  userId: string,
  now: Date,
): JobRecord {
  return {
    ...newRecord(jobId, userId, now),
    job_type: jobType,
    solver: payload.solver ?? 'highs',
    scenario_id,
    name: name ?? null,
    tags: tags ?? [],
    time_limit_s: payload.options?.time_limit ?? timeout,
    mip_gap: payload.options?.mip_gap ?? DEFAULT_MIP_GAP,
    parent: null,
    progress: 0,
    termination_status: null,
    objective_value: null,
  };
}

/** Starts the workflow of a job on record: when Temporal fails just now, the sweep starts it within seconds. */
type StartDeps = Pick<Deps, 'workflows' | 'jobs' | 'log'>;

export async function startJob({ workflows, jobs, log }: StartDeps, job: JobRecord): Promise<void> {
  try {
    await workflows.start(toSolveInput(job));
    await jobs.markWorkflowStarted(job._id);
  } catch (error) {
    log.warn({ err: error, job_id: job._id }, 'workflow left to the sweep');
  }
}
