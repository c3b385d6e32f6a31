/** Counts what activities come to, from their arguments and results: the activities know nothing of it. */
import type { Info } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import type { JobError, JobStatus } from '../temporal/case/messages/job.ts';
import type { RunSolverInput, SolveSummary } from '../temporal/case/messages/solve-run.ts';
import type { WorkerMetrics } from './metrics.ts';

const ENDINGS: Readonly<Record<string, string>> = {
  finishJob: 'job',
  finishExperiment: 'experiment',
  finishExecution: 'execution',
};
const REPAIRS: Readonly<Record<string, string>> = {
  startUnstarted: 'started',
  closeAbandoned: 'closed',
  appendLeftEntries: 'audited',
  deleteExpiredDocuments: 'deleted',
};

interface Finished {
  readonly end: { readonly status: JobStatus; readonly error?: JobError };
}

export function countActivities(metrics: WorkerMetrics): ActivityInterceptorsFactory {
  // Before the first sweep, too, there is something to ask for.
  for (const repair of Object.values(REPAIRS)) metrics.sweepRepairs.inc({ repair }, 0);
  return ({ info }) => ({
    inbound: {
      async execute(input, next) {
        if (info.activityType === 'runSolver') {
          const [{ jobType }] = input.args as [RunSolverInput];
          return countAttempt(metrics, info, jobType, () => next(input));
        }
        const result = await next(input);
        const kind = ENDINGS[info.activityType];
        if (kind !== undefined) countEnd(metrics, kind, result as Finished);
        const repair = REPAIRS[info.activityType];
        if (repair !== undefined) metrics.sweepRepairs.inc({ repair }, result as number);
        return result;
      },
    },
  });
}

const countEnd = ({ runsEnded }: WorkerMetrics, kind: string, { end }: Finished): void =>
  runsEnded.inc({ kind, status: end.status, code: end.error?.code ?? '' });

async function countAttempt(
  metrics: WorkerMetrics,
  info: Info,
  job_type: string,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const waitedMs = Math.max(0, Date.now() - info.currentAttemptScheduledTimestampMs);
  metrics.queueWait.observe({ job_type }, waitedMs / 1000);
  try {
    const summary = (await run()) as SolveSummary;
    metrics.attempts.inc({ job_type, end: summary.terminationStatus });
    if (summary.mipGap !== null) metrics.endGap.observe({ job_type }, summary.mipGap);
    // With a time the end was written by the attempt; any other is written by `finishJob`.
    if (summary.finishedAt !== undefined) countEnd(metrics, 'job', { end: { status: 'completed' } });
    return summary;
  } catch (error) {
    const end = endOf(error);
    metrics.attempts.inc({ job_type, end });
    if (end === 'VERIFICATION_FAILED') metrics.rejections.inc();
    throw error;
  }
}

function endOf(error: unknown): string {
  if (error instanceof CancelledFailure) return 'CANCELLED';
  return error instanceof ApplicationFailure ? (error.type ?? 'INTERRUPTED') : 'INTERRUPTED';
}
