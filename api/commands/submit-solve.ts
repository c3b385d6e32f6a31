/**
 * Accepts a solve. Everything that can refuse it comes first; once the job is in MongoDB it is accepted,
 * and whatever happens to this process, it will run exactly once.
 *
 * @module
 */
import { randomUUID } from 'node:crypto';
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { JobType } from '../../temporal/solvers.ts';
import { checkPayload } from '../checks/check-payload.ts';
import type { Deps } from '../deps.ts';
import { BadGateway, Conflict } from '../errors.ts';
import type { Headers } from '../route.ts';
import { acceptJob } from './accept-job.ts';
import type { Caller } from './caller.ts';
import { commitmentOfJob } from './commitment-of-job.ts';
import { type IdempotentRequest, idempotentRequest } from './idempotent-request.ts';

export interface SolveSubmission {
  readonly scenario_id: string;
  readonly payload: SolvePayload;
  /** Time limit, s. */
  readonly timeout: number;
  readonly name?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

export interface AcceptedSolve {
  readonly jobId: string;
  readonly headers: Headers;
}

const REPLAYED = { 'Idempotency-Replayed': 'true' };
const TEMPORAL_DEADLINE_MS = 2000;

export async function submitSolve(
  deps: Deps,
  jobType: JobType,
  submission: SolveSubmission,
  caller: Caller,
): Promise<AcceptedSolve> {
  checkPayload(submission.payload, { maxHorizon: deps.settings.MAX_HORIZON });
  const commitment = await commitmentOfJob(deps, submission.payload, caller.user);
  const complete = { ...submission, payload: { ...submission.payload, ...(commitment && { commitment }) } };

  const request = idempotentRequest(`solve/${jobType}`, submission, caller);
  const earlier = request && (await sameJob(request, deps.idempotency.find(request.id, deps.now())));
  if (earlier) return replay(deps, earlier, jobType, complete, caller);

  await requireBackends(deps, submission.payload);
  const headers = await deps.limits.solve.consume(caller.user.userId);
  const jobId = randomUUID();
  const holder =
    request &&
    (await sameJob(request, deps.idempotency.claim(request.id, jobId, request.bodySha256, deps.now())));
  if (holder && holder !== jobId) return replay(deps, holder, jobType, complete, caller);
  await acceptJob(deps, jobId, jobType, complete, caller);
  return { jobId, headers };
}

/** The job that the key stands for; a key may not be used again for another body. */
async function sameJob(
  { bodySha256 }: IdempotentRequest,
  found: Promise<{ readonly job_id: string; readonly body_sha256: string } | null>,
): Promise<string | undefined> {
  const record = await found;
  if (record && record.body_sha256 !== bodySha256) {
    throw new Conflict('This Idempotency-Key was used for a different request');
  }
  return record?.job_id;
}

/** The first request may have died half way: every step of accepting is repeatable, so it is completed here. */
async function replay(
  deps: Deps,
  jobId: string,
  jobType: JobType,
  submission: SolveSubmission,
  caller: Caller,
): Promise<AcceptedSolve> {
  if (!(await deps.jobs.find(jobId))) await acceptJob(deps, jobId, jobType, submission, caller);
  return { jobId, headers: REPLAYED };
}

/** Nothing is stored for a job that could not start now: the solver service and Temporal must answer. */
async function requireBackends(deps: Deps, { solver }: SolvePayload): Promise<void> {
  await Promise.all([
    deps.solverService.requireSolver(solver ?? 'highs'),
    deps.pingTemporal(TEMPORAL_DEADLINE_MS).catch((cause: unknown) => {
      throw new BadGateway('Workflow service unreachable', { cause });
    }),
  ]);
}
