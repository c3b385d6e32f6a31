/**
 * Checks a signed certificate without a server: the signature by the public keys, the hashes of case and schedule, and
 * every figure by running the verifier again. Runs in Node and in a browser.
 */
import { certify } from '../../../activities/verifier/certify.ts';
import { VERIFIER_SHA256 } from '../../../activities/verifier/verifier-build.ts';
import type { Certificate } from '../../../temporal/case/messages/certificate.ts';
import type { JobResult } from '../../../temporal/case/messages/result.ts';
import type { SignedConnections, Statement } from '../../../temporal/case/messages/signed-certificate.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { canonicalSha256 } from '../../../temporal/json/sha256.ts';
import { checkPage } from './check-page.ts';
import { attempt, checkRun } from './check-run.ts';
import { checkSignature } from './check-signature.ts';
import { checkStudy, isStudy } from './check-study.ts';
import { type Finding, finding, type Verdict } from './findings.ts';
import { type Evidence, isObject, isSigned, isStatement, type Signed } from './read-certificate.ts';

export async function checkCertificate(evidence: Evidence): Promise<Verdict> {
  const { certificate } = evidence;
  if (!isSigned(certificate)) {
    const message = 'Not a signed certificate: it should be an object with `statement` and `signature`';
    return { findings: [finding('certificate', false, message)] };
  }
  if (isStudy(certificate)) return { findings: await studyFindings(certificate, evidence) };
  const run = 'leaves' in certificate ? checkRun(certificate) : undefined;
  const statement = run ? run.statement : certificate.statement;
  const signature = await checkSignature(certificate, evidence);
  const page = pageOf(evidence);
  if (!isStatement(statement)) return { findings: [...(run?.findings ?? []), ...page, ...signature] };
  const { job_type, job_id, ended_at, case_sha256, schedule_sha256 } = statement;
  const { findings, recomputed } = checkFigures(statement, evidence);
  return {
    findings: [
      finding('certificate', true, `For ${job_type} job ${job_id}, ended ${ended_at}`),
      ...(run?.findings ?? []),
      ...page,
      ...signature,
      checkHash('case', evidence.case, case_sha256),
      checkHash('schedule', evidence.schedule, schedule_sha256),
      checkVerifier(statement),
      ...findings,
    ],
    ...(recomputed && { recomputed }),
  };
}

async function studyFindings(certificate: Signed, evidence: Evidence): Promise<Finding[]> {
  const [head, ...others] = checkStudy(certificate, evidence.schedule);
  const { results_sha256 } = certificate.statement as SignedConnections['statement'];
  return [
    ...(head ? [head] : []),
    ...pageOf(evidence),
    ...(await checkSignature(certificate, evidence)),
    checkHash('results', evidence.schedule, results_sha256),
    ...others,
  ];
}

/** Compares the certificate with the one inside the report, which may differ. */
function pageOf({ certificate, page }: Evidence): Finding[] {
  if (page === undefined) return [];
  return certificate === page.parts.certificate
    ? [checkPage(page)]
    : [finding('page', false, 'The report belongs to another certificate')];
}

const SHOWN = 12;
const short = (hash: string): string => `${hash.slice(0, SHOWN)}…`;

function checkHash(part: 'case' | 'schedule' | 'results', value: unknown, expected: string): Finding {
  if (value === undefined) return finding(part, null, `No ${part} given`);
  // Deeply nested JSON cannot be hashed, so it counts as a mismatch.
  const hash = attempt(() => canonicalSha256(value)) ?? 'not computable';
  if (hash === expected) return finding(part, true, `SHA-256 ${hash}`);
  const message = `Not the certified ${part}: its SHA-256 is ${short(hash)}, the certificate states ${short(expected)}`;
  return finding(part, false, message);
}

function checkVerifier({ verifier_sha256: build }: Statement): Finding {
  if (build === VERIFIER_SHA256) return finding('verifier', true, `Verifier ${build}`);
  // `isStatement` does not check `verifier_sha256`, so its type is checked here.
  const who =
    typeof build === 'string'
      ? `Certified by another one, ${short(build)}`
      : 'The certificate does not name one';
  return finding('verifier', false, `${who}; this is verifier ${short(VERIFIER_SHA256)}`);
}

/** Most intervals that are verified, so that no horizon blocks the verifier; the service accepts up to 8,784. */
const LONGEST_HORIZON = 10_000;

const isCase = (value: unknown): value is SolvePayload =>
  isObject(value) && Array.isArray(value['generators']) && Number(value['horizon']) <= LONGEST_HORIZON;

function checkFigures(statement: Statement, { case: payload, schedule }: Evidence): Verdict {
  const unknown = (message: string): Verdict => ({
    findings: [finding('figures', null, message), finding('rules', null, 'The verifier did not run')],
  });
  if (payload === undefined || schedule === undefined) return unknown('Case and schedule are missing');
  if (!isCase(payload)) return unknown('The verifier cannot read the case');
  if (!isObject(schedule)) return unknown('The schedule is not a JSON object');
  try {
    // The verifier reports missing or malformed fields as violations; exceptions are caught below.
    const result = schedule as Partial<JobResult> as JobResult;
    return compared(statement, result, certify(payload, statement.job_type, result));
  } catch (error) {
    return unknown(`The verifier cannot read them: ${error instanceof Error ? error.message : error}`);
  }
}

/** Maximum number of differences that are listed. */
const MOST_NAMED = 5;

function compared(statement: Statement, result: JobResult, recomputed: Certificate): Verdict {
  const figuresOf = (of: JobResult | Statement, certificate: Certificate) => {
    const { objective_value, total_cost_usd, termination_status } = of;
    // The build of the verifier has a finding of its own, so it is left out here.
    const all = { objective_value, total_cost_usd, termination_status, ...certificate, verifier_sha256: '' };
    return new Map(leavesOf(all));
  };
  const [stated, recomputedFigures] = [
    figuresOf(statement, statement.certificate),
    figuresOf(result, recomputed),
  ];
  const differingPaths = [...new Set([...stated.keys(), ...recomputedFigures.keys()])].filter(
    (path) => stated.get(path) !== recomputedFigures.get(path),
  );
  const differences = differingPaths
    .slice(0, MOST_NAMED)
    .map((path) => `${path} is ${recomputedFigures.get(path)}, stated as ${stated.get(path)}`);
  const rest = differingPaths.length > MOST_NAMED ? `, and ${differingPaths.length - MOST_NAMED} more` : '';
  const figures =
    differingPaths.length === 0 ? 'Every figure is reproduced' : `${differences.join('; ')}${rest}`;
  const broken = recomputed.checks.filter(({ ok }) => !ok).map(({ name }) => name);
  const rules = recomputed.verified
    ? `All ${recomputed.checks.length} checks hold`
    : `Broken: ${broken.join(', ')}`;
  return {
    findings: [
      finding('figures', differingPaths.length === 0, figures),
      finding('rules', recomputed.verified, rules),
    ],
    recomputed,
  };
}

/** Deepest level at which fields are compared; anything deeper, which no certificate has, is compared as one value. */
const DEEPEST = 8;

/**
 * Path and JSON value of every leaf; a list item that has a name is addressed by its name: `checks.ramp.max_violation`.
 */
function* leavesOf(value: unknown, path: readonly string[] = []): Generator<readonly [string, string]> {
  const isLeaf = typeof value !== 'object' || value === null || path.length > DEEPEST;
  if (Array.isArray(value)) yield [[...path, 'length'].join('.'), `${value.length}`];
  if (isLeaf) yield [path.join('.'), `${JSON.stringify(value)}`];
  else
    for (const [key, item] of Object.entries(value))
      yield* leavesOf(item, [...path, String(Array.isArray(value) ? (item?.name ?? key) : key)]);
}
