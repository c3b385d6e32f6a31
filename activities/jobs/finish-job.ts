/** Writes how a job ended, starts its retention, and audits it: all repeatable, the first end wins. */
import { ApplicationFailure } from '@temporalio/activity';
import type { JobRecord } from '../../mongo/jobs.ts';
import type { SolveEnd } from '../../temporal/messages/solve-run.ts';
import type { JobActivityDeps } from '../deps.ts';

export interface FinishJobInput {
  readonly jobId: string;
  readonly userId: string;
  readonly end: SolveEnd;
  /** How far the job had come; 100 when completed. */
  readonly percent: number;
}

export interface FinishedJob {
  /** The end on record; another one than asked for when the job had ended before. */
  readonly end: SolveEnd;
  readonly finishedAt: string;
}

const EVENTS = {
  completed: 'solve_completed',
  failed: 'solve_failed',
  cancelled: 'solve_cancelled',
} as const;
const DAY_MS = 24 * 3600 * 1000;

type FinishJobDeps = Pick<JobActivityDeps, 'jobs' | 'documents' | 'audit' | 'retentionDays' | 'now'>;

export async function finishJob(
  deps: FinishJobDeps,
  { jobId, end, percent }: FinishJobInput,
): Promise<FinishedJob> {
  const at = deps.now();
  const expiresAt = new Date(at.getTime() + deps.retentionDays * DAY_MS);
  const record = await deps.jobs.finish(jobId, { end, percent }, at, expiresAt);
  if (!record) throw ApplicationFailure.nonRetryable('The job is not on record', 'INTERNAL');
  await deps.documents.expire(jobId, record.expires_at ?? expiresAt);
  const recorded = endOf(record, end);
  await deps.audit.record(EVENTS[recorded.status], {
    userId: record.user_id,
    once: `${recorded.status}/${jobId}`,
    details: {
      job_id: jobId,
      solver: record.solver,
      job_type: record.job_type,
      ...(recorded.status === 'completed'
        ? { termination_status: recorded.summary.terminationStatus }
        : { code: recorded.error.code }),
    },
  });
  return { end: recorded, finishedAt: (record.finished_at ?? at).toISOString() };
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
