/**
 * Checks a signed certificate with nothing but what was handed over: the signature by the public keys, the hashes of case
 * and schedule, and every figure by running the verifier again. The same code runs in Node and in a browser.
 */
import { certify } from '../../../activities/verifier/certify.ts';
import { VERIFIER_SHA256 } from '../../../activities/verifier/verifier-build.ts';
import type { Certificate } from '../../../temporal/case/messages/certificate.ts';
import type { JobResult } from '../../../temporal/case/messages/result.ts';
import type { Statement } from '../../../temporal/case/messages/signed-certificate.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { canonicalSha256 } from '../../../temporal/json/sha256.ts';
import { checkPage } from './check-page.ts';
import { attempt, checkRun } from './check-run.ts';
import { checkSignature } from './check-signature.ts';
import { type Finding, finding, type Verdict } from './findings.ts';
import { type Evidence, isObject, isSigned, isStatement } from './read-certificate.ts';

export async function checkCertificate(evidence: Evidence): Promise<Verdict> {
  const { certificate } = evidence;
  if (!isSigned(certificate)) {
    const message = 'This is no signed certificate: it should be an object with `statement` and `signature`';
    return { findings: [finding('certificate', false, message)] };
  }
  const run = 'leaves' in certificate ? checkRun(certificate) : undefined;
  const statement = run ? run.statement : certificate.statement;
  const signature = await checkSignature(certificate, evidence);
  const page = pageOf(evidence);
  if (!isStatement(statement)) return { findings: [...(run?.findings ?? []), ...page, ...signature] };
  const { job_type, job_id, ended_at, case_sha256, schedule_sha256 } = statement;
  const { findings, found } = checkFigures(statement, evidence);
  return {
    findings: [
      finding('certificate', true, `About the ${job_type} job ${job_id}, which ended ${ended_at}`),
      ...(run?.findings ?? []),
      ...page,
      ...signature,
      checkHash('case', evidence.case, case_sha256),
      checkHash('schedule', evidence.schedule, schedule_sha256),
      checkVerifier(statement),
      ...findings,
    ],
    ...(found && { found }),
  };
}

/** Another certificate may have been brought than that of the report. */
function pageOf({ certificate, page }: Evidence): Finding[] {
  if (page === undefined) return [];
  return certificate === page.parts.certificate
    ? [checkPage(page)]
    : [finding('page', false, 'The report is about another certificate')];
}

const SHOWN = 12;
const short = (hash: string): string => `${hash.slice(0, SHOWN)}…`;

function checkHash(part: 'case' | 'schedule', value: unknown, expected: string): Finding {
  if (value === undefined) return finding(part, null, `No ${part} was given`);
  // Deeply nested JSON has no hash that could fit.
  const hash = attempt(() => canonicalSha256(value)) ?? 'not computable';
  if (hash === expected) return finding(part, true, `SHA-256 ${hash}`);
  const message = `This is not the ${part} that was certified: its SHA-256 is ${short(hash)}, the certificate says ${short(expected)}`;
  return finding(part, false, message);
}

function checkVerifier({ verifier_sha256: build }: Statement): Finding {
  if (build === VERIFIER_SHA256) return finding('verifier', true, `Verifier ${build}`);
  // Only the texts of `isStatement` are known to be there.
  const who =
    typeof build === 'string' ? `Another one judged, ${short(build)}` : 'The certificate does not say which';
  return finding('verifier', false, `${who}; this is the verifier ${short(VERIFIER_SHA256)}`);
}

/** The verifier would walk a horizon of any length; the service takes 8,784 intervals at most. */
const LONGEST_HORIZON = 10_000;

const isCase = (value: unknown): value is SolvePayload =>
  isObject(value) && Array.isArray(value['generators']) && Number(value['horizon']) <= LONGEST_HORIZON;

function checkFigures(statement: Statement, { case: payload, schedule }: Evidence): Verdict {
  const unknown = (message: string): Verdict => ({
    findings: [finding('figures', null, message), finding('rules', null, 'The verifier did not run')],
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
  const figuresOf = (of: JobResult | Statement, certificate: Certificate) => {
    const { objective_value, total_cost_usd, termination_status } = of;
    // Which verifier judged is a finding of its own.
    const all = { objective_value, total_cost_usd, termination_status, ...certificate, verifier_sha256: '' };
    return new Map(leavesOf(all));
  };
  const [stated, again] = [figuresOf(statement, statement.certificate), figuresOf(result, found)];
  const unlike = [...new Set([...stated.keys(), ...again.keys()])].filter(
    (path) => stated.get(path) !== again.get(path),
  );
  const named = unlike
    .slice(0, MOST_NAMED)
    .map((path) => `${path} is ${again.get(path)}, stated as ${stated.get(path)}`);
  const rest = unlike.length > MOST_NAMED ? `, and ${unlike.length - MOST_NAMED} more` : '';
  const figures = unlike.length === 0 ? 'Every figure was found again' : `${named.join('; ')}${rest}`;
  const broken = found.checks.filter(({ ok }) => !ok).map(({ name }) => name);
  const rules = found.verified ? `All ${found.checks.length} checks hold` : `Broken: ${broken.join(', ')}`;
  return {
    findings: [finding('figures', unlike.length === 0, figures), finding('rules', found.verified, rules)],
    found,
  };
}

/** No certificate has as many levels: what has is compared as one value. */
const DEEPEST = 8;

/** Values as JSON by their places; an item of a list that has a name has its place by it: `checks.ramp.max_violation`. */
function* leavesOf(value: unknown, path: readonly string[] = []): Generator<readonly [string, string]> {
  const isLeaf = typeof value !== 'object' || value === null || path.length > DEEPEST;
  if (Array.isArray(value)) yield [[...path, 'length'].join('.'), `${value.length}`];
  if (isLeaf) yield [path.join('.'), `${JSON.stringify(value)}`];
  else
    for (const [key, item] of Object.entries(value))
      yield* leavesOf(item, [...path, String(Array.isArray(value) ? (item?.name ?? key) : key)]);
}
