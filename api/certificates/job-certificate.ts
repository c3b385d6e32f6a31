/** The signed certificate of a job: created at the first request, then returned unchanged. */
import type { JobRecord } from '../../mongo/jobs.ts';
import type { JobResult, SolveResult } from '../../temporal/case/messages/result.ts';
import {
  type SignedCertificate,
  STATEMENT_FORMAT,
  type Statement,
} from '../../temporal/case/messages/signed-certificate.ts';
import { canonicalSha256 } from '../../temporal/json/sha256.ts';
import { jobReport } from '../client/report/report.ts';
import { Conflict, NotFound } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import type { ExecutionRunDeps } from '../model-builder/runs.ts';
import { ownedRun } from '../runs/status.ts';
import type { SolveDeps } from '../solve/deps.ts';
import { jobResult } from '../solve/result.ts';
import { jobRuns } from '../solve/runs.ts';
import { fittingReport } from './fitting-report.ts';
import type { CertificateKeys } from './keys.ts';

export interface CertificateDeps extends SolveDeps, ExecutionRunDeps {
  readonly certificateKeys: CertificateKeys;
  readonly settings: SolveDeps['settings'] & ExecutionRunDeps['settings'];
}

/** The certificate of a job. Throws `Conflict` for a job without a schedule, and `NotFound`. */
export async function signedCertificate(
  deps: CertificateDeps,
  jobId: string,
  user: Principal,
): Promise<SignedCertificate> {
  const job = await ownedRun(jobRuns(deps), deps.jobs.find, jobId, user);
  return (await deps.certificates.find(jobId)) ?? signed(deps, job, await certified(deps, jobId, user));
}

async function signed(deps: CertificateDeps, job: JobRecord, { payload, result }: Certified) {
  const certificate = await deps.certificateKeys.sign(statementOf(job, payload, result));
  return deps.certificates.add(job._id, certificate, job.expires_at ?? null);
}

/**
 * The report of a job as HTML. Throws `Conflict` for a job that has no schedule or is too large for a report, and
 * `NotFound`.
 */
export async function jobReportHtml(deps: CertificateDeps, jobId: string, user: Principal): Promise<string> {
  const job = await ownedRun(jobRuns(deps), deps.jobs.find, jobId, user);
  const certifiedJob = await certified(deps, jobId, user);
  const certificate = (await deps.certificates.find(jobId)) ?? (await signed(deps, job, certifiedJob));
  const report = jobReport({
    // A guest does not see the name of the owner's scenario.
    title: job.name ?? (user.shared ? `Job ${jobId}` : job.scenario_id),
    case: certifiedJob.payload,
    schedule: schedule(jobId, certifiedJob.result),
    certificate,
    keys: await deps.certificateKeys.publicKeyOf(certificate),
  });
  return fittingReport(report);
}

type Certified = Awaited<ReturnType<typeof certified>>;

/** Case and result of a job that has a certificate. Throws `Conflict` and `NotFound`. */
async function certified(deps: CertificateDeps, jobId: string, user: Principal) {
  const { pending, result } = await jobResult(deps, jobId, user);
  if (pending)
    throw new Conflict(`The job ${jobId} is ${pending.status}: there is no schedule to certify yet`);
  if (!result.certificate) {
    const status = result.termination_status;
    const reason =
      status === 'INFEASIBLE' ? 'no schedule keeps all limits' : 'none was found within the time limit';
    const message = `The job ${jobId} ended ${status} without a schedule: ${reason}, so there is nothing to certify`;
    throw new Conflict(message);
  }
  const payload = await deps.documents.getStored('payload', jobId);
  if (!payload) throw new NotFound('The case of this job is no longer stored');
  return { payload, result: { ...result, certificate: result.certificate } };
}

/** The result as clients receive it. */
export const schedule = (jobId: string, result: SolveResult): JobResult => ({
  job_id: jobId,
  status: 'completed',
  ...result,
});

export function statementOf(
  { _id: jobId, job_type, finished_at }: Pick<JobRecord, '_id' | 'job_type' | 'finished_at'>,
  payload: object,
  result: SolveResult & { readonly certificate: Statement['certificate'] },
): Statement {
  const { termination_status, objective_value, total_cost_usd, certificate } = result;
  return {
    format: STATEMENT_FORMAT,
    job_id: jobId,
    job_type,
    // A job with a result has ended, so `finished_at` is set.
    ended_at: (finished_at ?? new Date(0)).toISOString(),
    case_sha256: canonicalSha256(payload),
    schedule_sha256: canonicalSha256(schedule(jobId, result)),
    verifier_sha256: certificate.verifier_sha256 ?? null,
    termination_status,
    objective_value,
    total_cost_usd,
    certificate,
  };
}
