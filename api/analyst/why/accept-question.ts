/**
 * Stores and starts a short solve that answers a question about a job: a job like any other, but the scenario
 * of its base is left as it is. Every step is repeatable; the order is the guarantee.
 */
import type { AuditSubject } from '../../../mongo/audit.ts';
import type { JobRecord } from '../../../mongo/jobs.ts';
import { newRecord } from '../../../mongo/lifecycle.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { Deps } from '../../deps.ts';
import { startJob } from '../../solve/accept-job.ts';

/** Lists of jobs show these only when they are asked for by this tag. */
const ANALYST_TAG = 'analyst';
const TIME_LIMIT_S = 15;
/** An answer within seconds is worth more than the last per mille. */
const LEAST_GAP = 0.001;

export interface AcceptedQuestion {
  /** The job that the question is about. */
  readonly base: JobRecord;
  /** The base with what the question supposes. */
  readonly payload: SolvePayload;
  /** In words, as lists show it. */
  readonly title: string;
  /** 0-based. */
  readonly attempt: number;
}

export async function acceptQuestion(deps: Deps, jobId: string, question: AcceptedQuestion): Promise<void> {
  const job = newJob(jobId, question, deps.now());
  await deps.documents.put('payload', jobId, question.payload);
  await deps.audit.together(async (tx) => {
    await deps.jobs.accept(job, tx);
    await deps.audit.record('solve_submitted', submitted(job, question), tx);
  });
  await startJob(deps, job);
}

const submitted = (job: JobRecord, { base }: AcceptedQuestion): AuditSubject => ({
  userId: job.user_id,
  once: `solve_submitted/${job._id}`,
  details: {
    job_id: job._id,
    solver: job.solver,
    job_type: job.job_type,
    scenario_id: job.scenario_id,
    question_about: base._id,
  },
});

const newJob = (jobId: string, { base, title, attempt }: AcceptedQuestion, now: Date): JobRecord => ({
  ...newRecord(jobId, base.user_id, now),
  job_type: base.job_type,
  solver: base.solver,
  scenario_id: base.scenario_id,
  name: title,
  tags: [ANALYST_TAG],
  time_limit_s: TIME_LIMIT_S,
  mip_gap: Math.max(LEAST_GAP, base.mip_gap),
  parent: { type: 'job', id: base._id, index: attempt },
  progress: 0,
  termination_status: null,
  objective_value: null,
});
