/**
 * What-ifs: the cost of a change to a solved case. The first answer is an interval that the solver service proves at
 * once. The exact answer is a job that starts from the schedule of its base. Lists hide the job until the user keeps
 * it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { JobRecord, WhatIfRecord } from '../../mongo/jobs.ts';
import type { JobStatusReply } from '../../temporal/case/messages/job.ts';
import type { CostInterval, WhatIfChange } from '../../temporal/case/messages/what-if.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import { requireModule } from '../http/access.ts';
import { Conflict, NotFound } from '../http/errors.ts';
import { waitSeconds } from '../http/follows.ts';
import type { Principal } from '../http/principal.ts';
import type { Caller } from '../http/request.ts';
import { noteCommand } from '../runs/cancel.ts';
import { type Accepted, acceptedBefore, claim } from '../runs/claim.ts';
import { ownedRun, runStatus } from '../runs/status.ts';
import type { SolveDeps } from './deps.ts';
import { levelOf } from './route-parts.ts';
import { jobRuns } from './runs.ts';
import { acceptJob } from './submit.ts';
import { changedPayload } from './what-if-changes.ts';
import { type Ends, endsOf, narrowed } from './what-if-ends.ts';

interface Question {
  readonly changes: readonly WhatIfChange[];
  /** Time limit of the exact solve, s. */
  readonly timeout: number;
}

/** Most open what-ifs per user. */
const MOST_OPEN = 5;
/** Most characters of the original name that the name of the new job keeps; a name has at most 200 characters. */
const LONGEST_NAME = 190;

/** The first answer, and the exact solve started for it; no solve if the changed case is infeasible. */
export async function askWhatIf(deps: SolveDeps, jobId: string, question: Question, caller: Caller) {
  const startedMs = performance.now();
  const elapsed = () => Math.round(performance.now() - startedMs);
  const base = await solvedBase(deps, jobId, caller.user);
  const earlier = await acceptedBefore(deps, submissionOf(base.job, question), caller);
  const answer = earlier && (await earlierAnswer(deps, earlier.id, caller.user));
  if (earlier && answer)
    return { ...earlier, accepted: earlier, answer: { ...answer, elapsed_ms: elapsed() } };
  await deps.limits.whatIf.peek(caller.user.userId);
  const changed = await changedPayload(base.payload, question.changes, deps.settings.MAX_HORIZON);
  const { commitment, multipliers } = base.result;
  const interval = deps.solverService.whatIf(caller.user.userId, base.job.job_type, {
    payload: changed,
    commitment,
    multipliers,
  });
  const first = await within(interval, waitSeconds(caller.request.header('prefer')));
  const record = { of: jobId, kept: false, parent_objective_usd: base.objective, first };
  if (first.causes) {
    const headers = await deps.limits.whatIf.consume(caller.user.userId);
    return { accepted: undefined, headers, answer: answerOf(null, record, first, elapsed()) };
  }
  const { commitment_job_id: _, ...payload } = changed;
  const warm = base.job.job_type === 'ed' ? {} : { warm_start_job_id: jobId };
  const options = { ...payload.options, ...warm, time_limit: question.timeout };
  const accepted = await submit(deps, base.job, question, { ...payload, options }, record, caller);
  return { accepted, headers: accepted.headers, answer: answerOf(accepted.id, record, first, elapsed()) };
}

const LATE = 'The interval took longer than the requested wait; the exact solve continues';

/** The interval if it is known within `seconds`, else an empty one. `seconds`: undefined for no limit. */
async function within(interval: Promise<CostInterval>, seconds: number | undefined): Promise<CostInterval> {
  if (seconds === undefined) return interval;
  const over = new AbortController();
  const late = delay(seconds * 1000, undefined, { signal: over.signal, ref: false });
  try {
    const first = await Promise.race([interval, late]);
    return first ?? { lower_usd: null, upper_usd: null, verified: false, reason: LATE };
  } finally {
    over.abort();
    // The interval may still fail after the time limit; the error is ignored.
    interval.catch(() => undefined);
    late.catch(() => undefined);
  }
}

/** Current answer to an earlier what-if; undefined if the what-if has no record. */
async function earlierAnswer(deps: SolveDeps, id: string, user: Principal) {
  const job = await deps.jobs.find(id);
  if (!job?.what_if) return undefined;
  const kind = jobRuns(deps);
  const status = await runStatus(deps, kind, await ownedRun(kind, kind.read, id, user));
  const ends = narrowed(job.what_if.first, endsOf(status));
  const { reason: _, ...first } = job.what_if.first;
  return answerOf(id, job.what_if, { ...first, ...ends }, 0);
}

/** A completed job with its case and its schedule. Throws `Conflict` for any other job. */
async function solvedBase(deps: SolveDeps, jobId: string, user: Principal) {
  const job = await ownedRun(jobRuns(deps), deps.jobs.find, jobId, user);
  requireModule(user, { id: 'analyst', level: levelOf(job.job_type) });
  if (job.status !== 'completed')
    throw new Conflict(
      `The job ${jobId} is ${job.status}: a what-if starts from the schedule of a completed job`,
    );
  const [payload, result] = await Promise.all([
    deps.documents.get('payload', jobId),
    deps.documents.get('result', jobId),
  ]);
  if (!payload || !result) throw new NotFound('The case of this job, or its result, is no longer stored');
  const { objective_value: objective, termination_status } = result;
  if (objective === null)
    throw new Conflict(
      `The job ${jobId} ended ${termination_status}: it has no schedule to start a what-if from`,
    );
  return { job, payload, result, objective };
}

const submissionOf = (base: JobRecord, { changes, timeout }: Question) => ({
  route: 'what-if',
  body: { job_id: base._id, changes, timeout },
  solvers: [base.solver],
});

/**
 * Submits the exact solve. What-ifs have a separate quota and a separate limit of open solves, so that moving a slider
 * does not use up the quota of submissions.
 */
async function submit(
  deps: SolveDeps,
  base: JobRecord,
  question: Question,
  payload: SolvePayload,
  whatIf: WhatIfRecord,
  caller: Caller,
): Promise<Accepted> {
  const records = { ...deps.jobs, countOpen: deps.jobs.countOpenWhatIfs };
  const request = { ...submissionOf(base, question), quota: deps.limits.whatIf };
  using claimed = await claim(deps, { noun: 'job', mostOpen: MOST_OPEN, records }, request, caller);
  const { job_type, scenario_id, name } = base;
  const title = `${(name ?? scenario_id).slice(0, LONGEST_NAME)} what if`;
  const submission = { scenario_id, payload, timeout: question.timeout, name: title };
  const purpose = { leavesScenario: true, whatIf };
  if (claimed.isNew) await acceptJob(deps, claimed.id, job_type, submission, purpose, caller);
  return claimed;
}

/** The interval for clients: with the increase over the cost of the base schedule, and the relative width. */
export function intervalView({ lower_usd, upper_usd }: Ends, parent: number) {
  const gap =
    lower_usd === null || upper_usd === null
      ? null
      : (upper_usd - lower_usd) / Math.max(Math.abs(upper_usd), Number.EPSILON);
  const than = (usd: number | null): number | null => (usd === null ? null : usd - parent);
  return {
    interval: { lower_usd, upper_usd, gap },
    change_usd: { lower_usd: than(lower_usd), upper_usd: than(upper_usd) },
  };
}

const answerOf = (
  id: string | null,
  { parent_objective_usd }: WhatIfRecord,
  { lower_usd, upper_usd, verified, causes, reason }: CostInterval,
  elapsed_ms: number,
) => ({
  what_if_id: id,
  ...intervalView({ lower_usd, upper_usd }, parent_objective_usd),
  parent_objective_usd,
  verified,
  ...(causes && { causes }),
  ...(reason !== undefined && { reason }),
  elapsed_ms,
});

/** A what-if about a job. Throws `NotFound`. */
export async function ownedWhatIf(deps: SolveDeps, jobId: string, id: string, user: Principal) {
  const job = await ownedRun(jobRuns(deps), deps.jobs.find, id, user);
  if (job.what_if?.of !== jobId) throw new NotFound('The job has no such what-if');
  return { job, whatIf: job.what_if };
}

/** Turns a what-if into a regular job. May be repeated safely. */
export async function keepWhatIf(
  deps: SolveDeps,
  jobId: string,
  id: string,
  caller: Caller,
): Promise<JobStatusReply> {
  const { job } = await ownedWhatIf(deps, jobId, id, caller.user);
  const kind = jobRuns(deps);
  const keptJob = await deps.audit.together(async (tx) => {
    const changed = await deps.jobs.keep(id, tx);
    if (changed) await noteCommand(kind, job, 'keep', caller, tx);
    return changed;
  });
  return runStatus(deps, kind, keptJob ?? job);
}
