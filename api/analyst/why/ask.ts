/** A question about a solve, answered by a solve of its own: asked twice it is computed once. */
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
  /** Equal questions about a job have equal keys. */
  readonly key: string;
  /** In words, as lists of jobs show it. */
  readonly title: string;
  /** The base with what the question supposes. */
  readonly payload: SolvePayload;
}

export interface Answer {
  readonly jobId: string;
  readonly result: SolveResult;
}

/** The solve goes on, and there was no time left to wait for it. */
export class StillUnderWay extends ToolRefusal {
  constructor() {
    super('The solve is still under way: ask again in a moment');
  }
}

/** Lists of jobs show these only when they are asked for by this tag. */
const ANALYST_TAG = 'analyst';
const TIME_LIMIT_S = 15;
/** An answer within seconds is worth more than the last per mille. */
const LEAST_GAP = 0.001;

/** Below the deadline of a tool call, which ends the solve as well. */
const WAIT_MS = 19_000;
const POLL_MS = 100;
/** One that failed or was cancelled is asked again as another job, up to so often. */
const ATTEMPTS = 20;

/** How many solves one answer may start. */
export const MOST_SOLVES = 3;

/** Throws `ToolRefusal`, or the reason of the signal when that is aborted, which cancels the solve. */
export async function ask(context: ToolContext, base: Solve, question: Question): Promise<Answer> {
  const end = Date.now() + WAIT_MS;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const jobId = uuidV5(base.job._id, `${question.key}/${attempt}`);
    const known = await context.deps.jobs.find(jobId);
    if (known && isTerminal(known.status) && known.status !== 'completed') continue;
    if (!known) await start(context, jobId, base, question, attempt);
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

/** Stores and starts the solve as a job like any other, but the scenario of its base is left as it is. Repeatable. */
async function acceptQuestion(
  deps: ToolDeps,
  id: string,
  base: JobRecord,
  { payload, title }: Question,
  attempt: number,
): Promise<void> {
  const asked = {
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
  const job = newJob(asked, deps.now());
  const kind = jobRuns(deps);
  await deps.audit.together(
    async (tx) => {
      await deps.documents.putPacked('payload', id, packed, undefined, tx);
      await storeRun(kind, job, { details: { question_about: base._id } }, tx);
    },
    () => startRun(deps, kind, job),
  );
}

/** Only MongoDB says that a job is over. */
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

/** Ends a solve for which nobody waits any more; one that cannot be reached ends at its time limit. */
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
