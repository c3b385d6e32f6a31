/** The signed certificate of a job: made at the first request, and the same bytes ever after. */
import type { JobRecord } from '../../mongo/jobs.ts';
import type { JobResult, SolveResult } from '../../temporal/case/messages/result.ts';
import {
  type SignedCertificate,
  STATEMENT_FORMAT,
  type Statement,
} from '../../temporal/case/messages/signed-certificate.ts';
import { canonicalSha256 } from '../../temporal/json/sha256.ts';
import { Conflict, NotFound } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import { ownedRun } from '../runs/status.ts';
import { jobResult } from '../solve/result.ts';
import { jobRuns } from '../solve/runs.ts';
import type { CertificateDeps } from './deps.ts';
import { keyIdOf } from './keys.ts';
import { reportHtml } from './report.ts';

/** Throws `Conflict` for a job without a schedule, `NotFound`. */
export async function signedCertificate(
  deps: CertificateDeps,
  jobId: string,
  user: Principal,
): Promise<SignedCertificate> {
  const job = await ownedRun(jobRuns(deps), deps.jobs.find, jobId, user);
  const known = await deps.certificates.find(jobId);
  if (known) return known;
  const { payload, result } = await certified(deps, jobId, user);
  const signed = await deps.certificateKeys.sign(statementOf(job, payload, result));
  return deps.certificates.add(jobId, signed, job.expires_at ?? null);
}

/** A browser opens no larger file with ease, and no mail takes it. */
const MOST_REPORT_BYTES = 16 * 1024 * 1024;

/** Throws `Conflict` for a job without a schedule, and for one that is too large for a report; `NotFound`. */
export async function jobReportHtml(deps: CertificateDeps, jobId: string, user: Principal): Promise<string> {
  const signed = await signedCertificate(deps, jobId, user);
  const job = await ownedRun(jobRuns(deps), deps.jobs.find, jobId, user);
  const { payload, result } = await certified(deps, jobId, user);
  const { keys } = await deps.certificateKeys.published();
  const own = keys.filter(({ kid }) => kid === keyIdOf(signed));
  const text = reportHtml({ job, payload, result: schedule(jobId, result), signed, key: { keys: own } });
  if (text.length <= MOST_REPORT_BYTES) return text;
  const size = `${Math.ceil(text.length / 1024 / 1024)} MB, a report has ${MOST_REPORT_BYTES / 1024 / 1024} MB at most`;
  throw new Conflict(
    `The case is too large for one file: ${size}. Take certificate, case and result one by one`,
  );
}

/** Case and result of a job that has a certificate. Throws `Conflict`, `NotFound`. */
async function certified(deps: CertificateDeps, jobId: string, user: Principal) {
  const { pending, result } = await jobResult(deps, jobId, user);
  if (pending)
    throw new Conflict(`The job ${jobId} is ${pending.status}: there is no schedule to certify yet`);
  if (!result.certificate) {
    const reason = { INFEASIBLE: 'no schedule keeps all limits', TIMEOUT: 'none was found in time' };
    const words = Object.entries(reason).find(([status]) => status === result.termination_status)?.[1];
    throw new Conflict(
      `The job ${jobId} ended ${result.termination_status} without a schedule${words ? `: ${words}` : ''}, so there is nothing to certify`,
    );
  }
  const payload = await deps.documents.get('payload', jobId);
  if (!payload) throw new NotFound('The case of this job is no longer stored');
  return { payload, result: { ...result, certificate: result.certificate } };
}

/** The result as clients get it. */
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
    // A job with a result has ended.
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
