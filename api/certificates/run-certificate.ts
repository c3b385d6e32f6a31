/**
 * The signed certificate of a run: the statements of its days are the leaves of a Merkle tree, whose root is signed once.
 * The proof of a day consists of its own statement and some hashes; the other days are not needed.
 */
import type { ExecutionRecord } from '../../mongo/executions.ts';
import type { WindowHead } from '../../mongo/windows.ts';
import { isTerminal } from '../../temporal/case/messages/job.ts';
import {
  RUN_FORMAT,
  type SignedRun,
  type Statement,
} from '../../temporal/case/messages/signed-certificate.ts';
import { canonicalJson } from '../../temporal/json/canonical-json.ts';
import { leafHash, merkleTree } from '../../temporal/json/merkle-tree.ts';
import { type PrintedDay, runReport } from '../client/report/report.ts';
import { Conflict, NotFound } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import { stampAt } from '../model-builder/execution.ts';
import { ownedExecution } from '../model-builder/runs.ts';
import { fittingReport } from './fitting-report.ts';
import { type CertificateDeps, statementOf } from './job-certificate.ts';

/**
 * The certificate of a run. `day`: the day to prove, from 1. Throws `Conflict` for a run without days to certify, and
 * `NotFound`.
 */
export async function signedRun(
  deps: CertificateDeps,
  executionId: string,
  day: number | undefined,
  user: Principal,
): Promise<SignedRun> {
  const { run } = await endedRun(deps, executionId, user);
  return day === undefined ? run : { ...run, day: await proofOf(deps, run, day) };
}

/**
 * The report of a run as HTML. Throws the errors of `signedRun`, and `Conflict` for a run that is too large for a
 * report.
 */
export async function runReportHtml(
  deps: CertificateDeps,
  executionId: string,
  user: Principal,
): Promise<string> {
  const { execution, run } = await endedRun(deps, executionId, user);
  const windows = await deps.windows.heads(executionId);
  const days: Statement[] = [];
  for (const { job_id, outcome } of windows) if (outcome.totals) days.push(await dayStatement(deps, job_id));
  const keys = await deps.certificateKeys.publicKeyOf(run);
  const title = `${execution.pcm_model_id} on ${execution.network_id}`;
  const printed = windows.map((window) => printedDay(execution, window));
  return fittingReport(runReport({ title, printed, certificate: { ...run, days }, keys }));
}

/** Number of characters of a date: `2026-11-26`. */
const DATE = 10;

function printedDay(execution: ExecutionRecord, { start_hour, outcome }: WindowHead): PrintedDay {
  const { termination_status, totals, message, warnings } = outcome;
  const from = stampAt(execution, start_hour)?.slice(0, DATE) ?? `hour\u00a0${start_hour}`;
  const day = { from, termination_status, ...(warnings && { warnings }) };
  if (!totals) return { ...day, ...(message !== null && { message }) };
  const { total_cost_usd, penalty_usd, load_mwh, unserved_mwh, average_lmp_usd_per_mwh } = totals;
  const sums = { total_cost_usd, penalty_usd, load_mwh, unserved_mwh, average_lmp_usd_per_mwh };
  return { ...day, totals: sums };
}

async function endedRun(deps: CertificateDeps, executionId: string, user: Principal) {
  const execution = await ownedExecution(deps, executionId, user);
  if (!isTerminal(execution.status))
    throw new Conflict(`The run is ${execution.status}: its certificate is available when it has ended`);
  const run = (await deps.certificates.find<SignedRun>(executionId)) ?? (await signed(deps, execution));
  return { execution, run };
}

async function signed(deps: CertificateDeps, execution: ExecutionRecord): Promise<SignedRun> {
  const leaves: SignedRun['leaves'] = [];
  for (const { index, job_id, outcome } of await deps.windows.heads(execution._id))
    if (outcome.totals) {
      const day = index + 1;
      leaves.push({ day, leaf_sha256: leafOf(day, await dayStatement(deps, job_id)) });
    }
  if (leaves.length === 0)
    throw new Conflict('No day of the run has a schedule, so there is nothing to certify');
  const statement: SignedRun['statement'] = {
    format: RUN_FORMAT,
    execution_id: execution._id,
    // The run has ended, so `finished_at` is set.
    ended_at: (execution.finished_at ?? new Date(0)).toISOString(),
    days: leaves.length,
    root_sha256: merkleTree(leaves.map(({ leaf_sha256 }) => leaf_sha256)).root,
  };
  const run = { ...(await deps.certificateKeys.sign(statement)), leaves };
  return deps.certificates.add(execution._id, run, execution.expires_at ?? null);
}

const leafOf = (day: number, statement: Statement): string => leafHash(canonicalJson({ day, statement }));

async function dayStatement(deps: CertificateDeps, jobId: string): Promise<Statement> {
  const [job, payload, result] = await Promise.all([
    deps.jobs.find(jobId),
    deps.documents.getStored('payload', jobId),
    deps.documents.get('result', jobId),
  ]);
  if (!job || !payload || !result?.certificate)
    throw new NotFound('The days of this run are no longer stored');
  return statementOf(job, payload, { ...result, certificate: result.certificate });
}

async function proofOf(
  deps: CertificateDeps,
  { statement: { execution_id }, leaves }: SignedRun,
  day: number,
): Promise<NonNullable<SignedRun['day']>> {
  const index = leaves.findIndex((leaf) => leaf.day === day);
  const window = index < 0 ? null : await deps.windows.find(execution_id, day - 1);
  if (!window) throw new NotFound(`The run has no day ${day} with a schedule`);
  const { proofs } = merkleTree(leaves.map(({ leaf_sha256 }) => leaf_sha256));
  return {
    day,
    index,
    statement: await dayStatement(deps, window.job_id),
    proof: [...(proofs[index] ?? [])],
  };
}
