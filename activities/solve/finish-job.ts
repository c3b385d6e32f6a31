/**
 * Writes how a job ended together with its audit entry, starts its retention, and tells the scenario that it is
 * of. All repeatable, the first end wins.
 */
import { ApplicationFailure } from '@temporalio/activity';
import type { AuditSubject } from '../../mongo/audit.ts';
import { type JobRecord, toSolveInput } from '../../mongo/jobs.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import type { SolveEnd } from '../../temporal/case/messages/solve-run.ts';
import { ENDED_FROM_OUTSIDE } from '../../temporal/run-status.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { expiryOf } from '../runs/finish.ts';
import type { Swept } from '../runs/sweep.ts';
import { scenarioOutcome } from './scenario-outcome.ts';

export interface FinishJobInput {
  readonly jobId: string;
  readonly userId: string;
  readonly end: SolveEnd;
  /** How far the job had come; 100 when completed. */
  readonly percent: number;
}

interface FinishedJob {
  /** The end on record; another one than asked for when the job had ended before. */
  readonly end: SolveEnd;
  readonly finishedAt: string;
}

const EVENTS = {
  completed: 'solve_completed',
  failed: 'solve_failed',
  cancelled: 'solve_cancelled',
} as const;

type FinishJobDeps = Pick<
  RecordActivityDeps,
  'jobs' | 'scenarioRuns' | 'documents' | 'audit' | 'retentionDays' | 'now'
>;

export async function finishJob(
  deps: FinishJobDeps,
  { jobId, end, percent }: FinishJobInput,
): Promise<FinishedJob> {
  const at = deps.now();
  const expiresAt = expiryOf(at, deps);
  const record = await deps.audit.together(async (tx) => {
    const finished = await deps.jobs.finish(jobId, { end, percent }, at, expiresAt, tx);
    if (!finished) throw ApplicationFailure.nonRetryable('The job is not on record', 'INTERNAL');
    await audit(deps, finished, endOf(finished, end), tx);
    return finished;
  });
  await deps.documents.expire(jobId, record.expires_at ?? expiresAt);
  const recorded = endOf(record, end);
  const finishedAt = record.finished_at ?? at;
  if (record.parent?.type === 'experiment') {
    const { id, index } = record.parent;
    await deps.scenarioRuns.finish(id, index, scenarioOutcome(recorded, finishedAt));
  }
  return { end: recorded, finishedAt: finishedAt.toISOString() };
}

/** A part of something larger is no event of its own in the audit log. */
async function audit(deps: FinishJobDeps, record: JobRecord, end: SolveEnd, tx: Transaction): Promise<void> {
  const { parent } = record;
  if (parent && parent.type !== 'job') return;
  const subject: AuditSubject = {
    userId: record.user_id,
    once: `${end.status}/${record._id}`,
    details: {
      job_id: record._id,
      solver: record.solver,
      job_type: record.job_type,
      ...(end.status === 'completed'
        ? { termination_status: end.summary.terminationStatus }
        : { code: end.error.code }),
    },
  };
  await deps.audit.record(EVENTS[end.status], subject, tx);
}

function endOf(record: JobRecord, asked: SolveEnd): SolveEnd {
  if (record.status === asked.status) return asked;
  if (record.status === 'completed') {
    return {
      status: 'completed',
      summary: {
        terminationStatus: record.termination_status ?? 'FEASIBLE',
        objectiveValue: record.objective_value,
        mipGap: null,
      },
    };
  }
  const error = record.error ?? { code: 'INTERNAL', message: 'Internal error', retryable: true };
  return { status: record.status === 'cancelled' ? 'cancelled' : 'failed', error };
}

/** Solve jobs, as the sweep sees them. */
export const sweptJobs = (deps: RecordActivityDeps): Swept<JobRecord> => ({
  records: deps.jobs,
  start: (job) => deps.workflows.start(toSolveInput(job)),
  state: ({ _id }) => deps.workflows.state(_id),
  close: async ({ _id, user_id }) => {
    const percent = (await deps.workflows.state(_id))?.percent ?? 0;
    const end = { status: 'failed', error: ENDED_FROM_OUTSIDE } as const;
    await finishJob(deps, { jobId: _id, userId: user_id, end, percent });
  },
  isPart: ({ parent }) => parent != null && parent.type !== 'job',
});
