/**
 * Writes how a job ended, starts its retention, and tells whoever waits for it: the scenario that it is of, or
 * the audit log. All repeatable, the first end wins.
 *
 * @module
 */
import { ApplicationFailure } from '@temporalio/activity';
import type { JobRecord } from '../../mongo/jobs.ts';
import type { SolveEnd } from '../../temporal/messages/solve-run.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { scenarioOutcome } from '../experiments/scenario-outcome.ts';
import { expiryOf } from '../retention.ts';

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
  const record = await deps.jobs.finish(jobId, { end, percent }, at, expiresAt);
  if (!record) throw ApplicationFailure.nonRetryable('The job is not on record', 'INTERNAL');
  await deps.documents.expire(jobId, record.expires_at ?? expiresAt);
  const recorded = endOf(record, end);
  const finishedAt = record.finished_at ?? at;
  await report(deps, record, recorded, finishedAt);
  return { end: recorded, finishedAt: finishedAt.toISOString() };
}

/** A part of something larger is no event of its own in the audit log. */
async function report(
  { audit, scenarioRuns }: FinishJobDeps,
  record: JobRecord,
  end: SolveEnd,
  finishedAt: Date,
): Promise<void> {
  const { parent } = record;
  if (parent?.type === 'experiment') {
    await scenarioRuns.finish(parent.id, parent.index, scenarioOutcome(end, finishedAt));
  }
  if (parent && parent.type !== 'job') return;
  await audit.record(EVENTS[end.status], {
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
  });
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
