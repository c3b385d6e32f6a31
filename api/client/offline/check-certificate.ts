/**
 * Checks a signed certificate with nothing but what was handed over: the signature by the public keys, the hashes of case
 * and schedule, and every figure by running the verifier again. The same code runs in Node and in a browser.
 */
import { certify } from '../../../activities/verifier/certify.ts';
import { VERIFIER_SHA256 } from '../../../activities/verifier/verifier-build.ts';
import type { Certificate } from '../../../temporal/case/messages/certificate.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { JobResult } from '../../../temporal/case/messages/result.ts';
import type { Statement } from '../../../temporal/case/messages/signed-certificate.ts';
import { canonicalSha256 } from '../../../temporal/json/sha256.ts';
import { checkRun } from './check-run.ts';
import { checkSignature } from './check-signature.ts';
import { differences } from './differences.ts';
import { type Finding, unchecked, type Verdict, wrong } from './findings.ts';
import { type Evidence, isObject, isSigned, isStatement } from './read-certificate.ts';

export async function checkCertificate(evidence: Evidence): Promise<Verdict> {
  const { certificate } = evidence;
  if (!isSigned(certificate)) {
    const message = 'This is no signed certificate: it should be an object with `statement` and `signature`';
    return { findings: [wrong('certificate', message)] };
  }
  const run = 'leaves' in certificate ? checkRun(certificate) : undefined;
  const statement = run ? run.statement : certificate.statement;
  const signature = await checkSignature(certificate, evidence.keys);
  if (!isStatement(statement)) {
    const message = 'It is about no single schedule: a run proves each of its days by `certificate?day=`';
    return { findings: [unchecked('certificate', message), ...(run?.findings ?? []), ...signature] };
  }
  const { job_type, job_id, ended_at } = statement;
  const message = `About the ${job_type} job ${job_id}, which ended ${ended_at}`;
  const hashes = [
    checkHash('case', evidence.case, statement.case_sha256),
    checkHash('schedule', evidence.schedule, statement.schedule_sha256),
  ];
  const { findings, found } = checkFigures(statement, evidence);
  const first: Finding[] = [{ part: 'certificate', fits: true, message }, ...(run?.findings ?? [])];
  return {
    findings: [...first, ...signature, ...hashes, checkBuild(statement), ...findings],
    ...(found && { found }),
  };
}

const SHOWN = 12;
const short = (hash: string): string => `${hash.slice(0, SHOWN)}…`;

function checkHash(part: 'case' | 'schedule', value: unknown, expected: string): Finding {
  if (value === undefined) return unchecked(part, `No ${part} was given`);
  const hash = hashOf(value);
  if (hash === expected) return { part, fits: true, message: `SHA-256 ${hash}` };
  const message = `This is not the ${part} that was certified: its SHA-256 is ${short(hash)}, the certificate says ${short(expected)}`;
  return wrong(part, message);
}

/** Deeply nested JSON has no hash that could fit. */
function hashOf(value: unknown): string {
  try {
    return canonicalSha256(value);
  } catch {
    return 'not computable';
  }
}

function checkBuild({ verifier_sha256: build }: Statement): Finding {
  const part = 'build';
  if (build === VERIFIER_SHA256) return { part, fits: true, message: `Verifier ${build}` };
  const own = `this is the verifier ${short(VERIFIER_SHA256)}`;
  const message =
    build === null
      ? `The certificate does not say which verifier judged; ${own}`
      : `Another verifier judged, ${short(build)}; ${own}`;
  return wrong(part, message);
}

/** The verifier would walk a horizon of any length; the service takes 8,784 intervals at most. */
const LONGEST_HORIZON = 10_000;

const isCase = (value: unknown): value is SolvePayload =>
  isObject(value) && Array.isArray(value['generators']) && Number(value['horizon']) <= LONGEST_HORIZON;

function checkFigures(statement: Statement, { case: payload, schedule }: Evidence): Verdict {
  const unknown = (message: string): Verdict => ({
    findings: [unchecked('figures', message), unchecked('rules', 'The verifier did not run')],
  });
  if (payload === undefined || schedule === undefined) return unknown('They need the case and the schedule');
  if (!isCase(payload)) return unknown('The case is none that the verifier could read');
  if (!isObject(schedule)) return unknown('The schedule is no JSON object');
  try {
    // What a schedule lacks or has in a wrong shape is a violation to the verifier; whatever it throws is caught here.
    const result = schedule as Partial<JobResult> as JobResult;
    return compared(statement, result, certify(payload, statement.job_type, result));
  } catch (error) {
    return unknown(`The verifier cannot read them: ${error instanceof Error ? error.message : error}`);
  }
}

/** More differences say no more. */
const MOST_NAMED = 5;

function compared(statement: Statement, result: JobResult, found: Certificate): Verdict {
  const { objective_value, total_cost_usd, termination_status, certificate } = statement;
  const stated = { objective_value, total_cost_usd, termination_status, ...certificate };
  const again = {
    objective_value: result.objective_value,
    total_cost_usd: result.total_cost_usd,
    termination_status: result.termination_status,
    ...found,
    // Which verifier judged is a finding of its own.
    verifier_sha256: certificate.verifier_sha256,
  };
  const unlike = differences(stated, again);
  const named = unlike
    .slice(0, MOST_NAMED)
    .map(({ path, one, other }) => `${path} is ${other}, stated as ${one}`);
  const rest = unlike.length > MOST_NAMED ? `, and ${unlike.length - MOST_NAMED} more` : '';
  const figures: Finding = {
    part: 'figures',
    fits: unlike.length === 0,
    message: unlike.length === 0 ? 'Every figure was found again' : `${named.join('; ')}${rest}`,
  };
  const broken = found.checks.filter(({ ok }) => !ok).map(({ name }) => name);
  const rules: Finding = {
    part: 'rules',
    fits: found.verified,
    message: found.verified ? `All ${found.checks.length} checks hold` : `Broken: ${broken.join(', ')}`,
  };
  return { findings: [figures, rules], found };
}
