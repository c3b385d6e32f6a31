/** Prometheus metrics of a worker process. The number of label values does not grow with users or jobs. */
import type { Info } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { JobError, JobStatus } from '../temporal/case/messages/job.ts';
import type { RunSolverInput, SolveSummary } from '../temporal/case/messages/solve-run.ts';
import type { PhaseWatch } from './observe-phases.ts';

const SECONDS = [0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600];
/** Buckets of relative gaps: the usual target is 0.001. */
const GAPS = [0, 1e-6, 1e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.5];

export type WorkerMetrics = ReturnType<typeof createWorkerMetrics>;

export function createWorkerMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const phaseSeconds = new Histogram({
    name: 'solve_phase_seconds',
    help: 'Duration of each phase of solve attempts',
    labelNames: ['phase'],
    buckets: SECONDS,
    registers,
  });
  return {
    registry,
    watchPhase: ((phase) => {
      const stop = phaseSeconds.startTimer({ phase });
      return () => void stop();
    }) satisfies PhaseWatch,
    queueWait: new Histogram({
      name: 'solve_queue_wait_seconds',
      help: 'Waiting time of solve attempts for a slot',
      labelNames: ['job_type'],
      buckets: SECONDS,
      registers,
    }),
    endGap: new Histogram({
      name: 'solve_end_gap_ratio',
      help: 'Relative gap of solves that ended with a schedule',
      labelNames: ['job_type'],
      buckets: GAPS,
      registers,
    }),
    attempts: new Counter({
      name: 'solve_attempts_total',
      help: 'Solve attempts by their end: the status of the result, or the code of the error',
      labelNames: ['job_type', 'end'],
      registers,
    }),
    rejections: new Counter({
      name: 'verifier_rejections_total',
      help: 'Schedules that failed a check of the verifier',
      registers,
    }),
    runsEnded: new Counter({
      name: 'runs_ended_total',
      help: 'Jobs, experiments and executions that have ended, by status and by code of the error',
      labelNames: ['kind', 'status', 'code'],
      registers,
    }),
    sweepRepairs: new Counter({
      name: 'sweep_repairs_total',
      help: 'Repairs by the sweep after crashes',
      labelNames: ['repair'],
      registers,
    }),
  };
}

/**
 * Registers a gauge whose values, one per combination of labels, are read at every scrape; a value that cannot be read
 * is omitted.
 */
export function gauge(
  { registry }: Pick<WorkerMetrics, 'registry'>,
  { name, help, labelNames = [] }: { name: string; help: string; labelNames?: readonly string[] },
  read: () => Promise<readonly Reading[]> | readonly Reading[],
): void {
  new Gauge<string>({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      // Removes the value instead of resetting the gauge: a gauge without labels would be reset to 0, a false reading.
      if (labelNames.length > 0) this.reset();
      else this.remove();
      try {
        for (const { value, labels = {} } of await read()) this.set(labels, value);
      } catch {
        // Errors are ignored: a server that cannot be reached is reported by its own metrics, and must not hide those
        // of this process.
      }
    },
  });
}

interface Reading {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}

const ENDINGS: Readonly<Record<string, string>> = {
  finishJob: 'job',
  finishExperiment: 'experiment',
  finishExecution: 'execution',
  finishConnectionStudy: 'study',
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

/** Counts activities and their ends from their arguments and results, so that activities need no code for it. */
export function countActivities(metrics: WorkerMetrics): ActivityInterceptorsFactory {
  // Initializes the series, so that they exist before the first sweep.
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
    // With `finishedAt`, the attempt itself recorded the end; otherwise `finishJob` records it.
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
