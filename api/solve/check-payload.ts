/** Checks of a solve payload before anything is stored. */
import type { Jobs } from '../../mongo/jobs.ts';
import { commitmentFor } from '../../temporal/case/arithmetic/intervals.ts';
import { payloadProblems } from '../../temporal/case/checks/payload-problems.ts';
import type { PayloadLimits } from '../../temporal/case/checks/problem.ts';
import type { Commitment, SolvePayload } from '../../temporal/case/schema.ts';
import { Conflict, Unprocessable } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import { ownedRun } from '../runs/status.ts';
import type { SolveDeps } from './deps.ts';
import { jobRuns } from './runs.ts';

/**
 * The payload to be solved, with the commitment of another job if the payload names one. Throws if the payload is
 * refused.
 */
export async function checkedPayload(
  deps: SolveDeps,
  payload: SolvePayload,
  user: Principal,
): Promise<SolvePayload> {
  await checkPayload(payload, { maxHorizon: deps.settings.MAX_HORIZON });
  await checkWarmStart(deps.jobs, payload, user);
  return withCommitment(deps, payload, user);
}

/** The payload of a schedule; its warm start is not checked. Throws if the payload is refused. */
export async function checkedCase(
  deps: SolveDeps,
  payload: SolvePayload,
  user: Principal,
): Promise<SolvePayload> {
  await checkPayload(payload, { maxHorizon: deps.settings.MAX_HORIZON });
  return withCommitment(deps, payload, user);
}

async function withCommitment(
  deps: SolveDeps,
  payload: SolvePayload,
  user: Principal,
): Promise<SolvePayload> {
  const commitment = await commitmentOfJob(deps, payload, user);
  return { ...payload, ...(commitment && { commitment }) };
}

/** Checks the structure of a case. Throws `Unprocessable` with all problems. */
export async function checkPayload(payload: SolvePayload, limits: PayloadLimits): Promise<void> {
  const problems = payloadProblems(payload, limits);
  if (problems.length === 0) return;
  throw new Unprocessable(
    problems.map(({ path, msg, type }) => ({ loc: ['body', 'payload', ...path], msg, type })),
  );
}

/**
 * Checks that `options.warm_start_job_id` is a completed job of the caller with a schedule. Throws `Unprocessable`,
 * which does not reveal whether another user's job exists.
 */
export async function checkWarmStart(
  jobs: Pick<Jobs, 'find'>,
  { options }: SolvePayload,
  { userId }: Principal,
): Promise<void> {
  const jobId = options?.warm_start_job_id;
  if (jobId === undefined) return;
  const job = await jobs.find(jobId);
  if (job?.user_id !== userId) throw refused('no such job');
  if (job.status !== 'completed') throw refused(`the job is ${job.status}, not completed`);
  if (job.objective_value === null) throw refused('the job has no schedule');
}

const refused = (msg: string): Unprocessable =>
  new Unprocessable([{ loc: ['body', 'payload', 'options', 'warm_start_job_id'], msg, type: 'value_error' }]);

/**
 * Commitment of the job that `payload.commitment_job_id` names, a completed job of the caller; undefined if the payload
 * names no job. Throws `NotFound`, or `Conflict` when the job has no schedule.
 */
async function commitmentOfJob(
  deps: SolveDeps,
  payload: SolvePayload,
  user: Principal,
): Promise<Commitment | undefined> {
  const { commitment_job_id: jobId } = payload;
  if (jobId === undefined) return undefined;
  const job = await ownedRun(jobRuns(deps), deps.jobs.find, jobId, user);
  const result = job.status === 'completed' ? await deps.documents.get('result', jobId) : undefined;
  if (!result || result.objective_value === null) {
    throw new Conflict('The job of commitment_job_id has no schedule to take a commitment from');
  }
  return commitmentFor(payload, result.commitment, result);
}
