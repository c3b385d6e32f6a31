/**
 * Stores and starts a short solve that answers a question about a job: a job like any other, but the scenario
 * of its base is left as it is. Every step is repeatable; the order is the guarantee.
 */
import { packDocument } from '../../../mongo/documents.ts';
import { type JobRecord, newJob } from '../../../mongo/jobs.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import { acceptRun } from '../../runs/run-kind.ts';
import { jobRuns } from '../../solve/runs.ts';
import type { ToolDeps } from '../tools/tool.ts';

/** Lists of jobs show these only when they are asked for by this tag. */
const ANALYST_TAG = 'analyst';
const TIME_LIMIT_S = 15;
/** An answer within seconds is worth more than the last per mille. */
const LEAST_GAP = 0.001;

interface AcceptedQuestion {
  /** The job that the question is about. */
  readonly base: JobRecord;
  /** The base with what the question supposes. */
  readonly payload: SolvePayload;
  /** In words, as lists show it. */
  readonly title: string;
  /** 0-based. */
  readonly attempt: number;
}

export async function acceptQuestion(
  deps: ToolDeps,
  id: string,
  { base, payload, title, attempt }: AcceptedQuestion,
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
  await acceptRun(deps, jobRuns(deps), newJob(asked, deps.now()), {
    details: { question_about: base._id },
    together: (tx) => deps.documents.putPacked('payload', id, packed, undefined, tx),
  });
}
