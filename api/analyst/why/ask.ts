/** Answers a question about a solve by another solve; equal questions share one solve. */
import { setTimeout as delay } from 'node:timers/promises';
import { uuidV5 } from '../../../mongo/derived-ids.ts';
import { packDocument } from '../../../mongo/documents.ts';
import { type JobRecord, newJob } from '../../../mongo/jobs.ts';
import { isTerminal } from '../../../temporal/case/messages/job.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { ApiError } from '../../http/errors.ts';
import { tellWorkflow } from '../../runs/cancel.ts';
import { requireBackends } from '../../runs/claim.ts';
import { startRun, storeRun } from '../../runs/run-kind.ts';
import { type JobRunDeps, jobRuns } from '../../solve/runs.ts';
import type { Solve } from '../tools/find-solve.ts';
import { type ToolContext, type ToolDeps, ToolRefusal } from '../tools/tool.ts';

interface Question {
  /** Key that equal questions about a job share. */
  readonly key: string;
  /** Title in lists of jobs. */
  readonly title: string;
  /** The base case with the supposed change. */
  readonly payload: SolvePayload;
}

export interface Answer {
  readonly jobId: string;
  readonly result: SolveResult;
}

/** Refusal when the wait ends before the solve does; the solve continues. */
export class StillUnderWay extends ToolRefusal {
  constructor() {
    super('The solve is still running: ask again in a moment');
  }
}

/** Tag of the analyst's jobs; lists omit them unless the tag is requested. */
const ANALYST_TAG = 'analyst';
const TIME_LIMIT_S = 15;
/** Least relative gap of these solves: a quick answer matters more than the last per mille of accuracy. */
const LEAST_GAP = 0.001;

/** Longest wait for a solve, ms; shorter than the deadline of a tool call, which would end the solve as well. */
const WAIT_MS = 19_000;
const POLL_MS = 100;
/** Maximum number of jobs for one question: after a failed or cancelled job, the next one gets another id. */
const ATTEMPTS = 20;

/** Maximum number of solves that one answer may start. */
export const MOST_SOLVES = 3;

/**
 * Answers a question by a solve. Throws `ToolRefusal`, or the reason of the signal when the signal is aborted, which
 * also cancels the solve.
 */
export async function ask(context: ToolContext, base: Solve, question: Question): Promise<Answer> {
  const end = Date.now() + WAIT_MS;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const jobId = uuidV5(base.job._id, `${question.key}/${attempt}`);
    const earlierJob = await context.deps.jobs.find(jobId);
    if (earlierJob && isTerminal(earlierJob.status) && earlierJob.status !== 'completed') continue;
    if (!earlierJob) await start(context, jobId, base, question, attempt);
    const job = await ended(context, jobId, end);
    const result = job.status === 'completed' && (await context.deps.documents.get('result', jobId));
    if (result) return { jobId, result };
    if (job.status === 'failed')
      throw new ToolRefusal(`The solve failed: ${job.error?.message ?? 'no answer'}`);
  }
  throw new ToolRefusal('The solve was cancelled or failed too often');
}

async function start(
  { deps, user, solves }: ToolContext,
  jobId: string,
  { job: base }: Solve,
  question: Question,
  attempt: number,
): Promise<void> {
  try {
    await requireBackends(deps, [base.solver]);
    if (solves?.left === 0) throw new ToolRefusal(`One answer may start at most ${MOST_SOLVES} solves`);
    if (solves) solves.left -= 1;
    await deps.limits.question.consume(user.userId);
    await acceptQuestion(deps, jobId, base, question, attempt);
  } catch (error) {
    if (error instanceof ApiError) throw new ToolRefusal(`The solve could not start: ${error.message}`);
    throw error;
  }
}

/** Stores and starts the solve as a regular job, without changing the scenario of its base. May be repeated safely. */
async function acceptQuestion(
  deps: ToolDeps,
  id: string,
  base: JobRecord,
  { payload, title }: Question,
  attempt: number,
): Promise<void> {
  const jobFields = {
    id,
    userId: base.user_id,
    job_type: base.job_type,
    solver: base.solver,
    scenario_id: base.scenario_id,
    name: title,
    tags: [ANALYST_TAG],
    time_limit_s: TIME_LIMIT_S,
    mip_gap: Math.max(LEAST_GAP, base.mip_gap),
    parent: { type: 'job', id: base._id, index: attempt },
  } as const;
  const packed = await packDocument(payload);
  const job = newJob(jobFields, deps.now());
  const kind = jobRuns(deps);
  await deps.audit.together(
    async (tx) => {
      await deps.documents.putPacked('payload', id, packed, undefined, tx);
      await storeRun(kind, job, { details: { question_about: base._id } }, tx);
    },
    () => startRun(deps, kind, job),
  );
}

/** Waits until MongoDB records the end of a job. */
async function ended({ deps, signal }: ToolContext, jobId: string, end: number): Promise<JobRecord> {
  try {
    for (;;) {
      signal.throwIfAborted();
      const job = await deps.jobs.find(jobId);
      if (!job) throw new ToolRefusal(`Job ${jobId} is no longer stored`);
      if (isTerminal(job.status)) return job;
      if (Date.now() >= end) throw new StillUnderWay();
      await delay(POLL_MS);
    }
  } catch (error) {
    if (signal.aborted) await cancelQuestion(deps, jobId);
    throw error;
  }
}

/**
 * Cancels a solve when no answer waits for it any more; if Temporal cannot be reached, the solve ends at its time
 * limit.
 */
async function cancelQuestion(deps: JobRunDeps, jobId: string): Promise<void> {
  try {
    const job = await deps.jobs.find(jobId);
    if (!job || isTerminal(job.status)) return;
    const kind = jobRuns(deps);
    await tellWorkflow(kind, job, kind.cancel);
  } catch (error) {
    deps.log.warn({ err: error, job_id: jobId }, 'question left to its time limit');
  }
}
