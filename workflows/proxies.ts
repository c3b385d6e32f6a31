/** Typed activity proxies: the single table of queues, timeouts and retries. */
import { ActivityCancellationType, proxyActivities } from '@temporalio/workflow';
import type { DeliveryActivities, RecordActivities, SolverActivities } from '../activities/index.ts';
import { DELIVERY_QUEUE, DELIVERY_RETRY } from '../temporal/names.ts';
import { type SolverName, solverQueue } from '../temporal/solvers.ts';

/** A lost worker is noticed after this long without a heartbeat. */
const HEARTBEAT_TIMEOUT = '10 seconds';
/** Time beyond the time limit, s: loading, pricing, verifying, saving, and the hard stop after them. */
const MARGIN_S = 120;

/** Temporal's name for the failure of an attempt without heartbeats. */
const SILENCE = 'TemporalTimeout:Heartbeat';
/** 1 is served first. */
const FIRST = 1;

/**
 * The solver activity on the queue of `solver`. Infrastructure failures are retried without limit; permanent errors fail
 * non-retryably, and so does the loss of a worker, which `runAttempts` handles.
 */
export const solverActivities = (solver: SolverName, timeLimitS: number, goesFirst: boolean) =>
  proxyActivities<SolverActivities>({
    taskQueue: solverQueue(solver),
    startToCloseTimeout: (timeLimitS + MARGIN_S) * 1000,
    heartbeatTimeout: HEARTBEAT_TIMEOUT,
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: { initialInterval: '1 second', maximumInterval: '10 seconds', nonRetryableErrorTypes: [SILENCE] },
    ...(goesFirst && { priority: { priorityKey: FIRST } }),
  });

/** Short reads and writes of MongoDB, retried until it is available. */
export const records = proxyActivities<RecordActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '5 seconds' },
});

/** An attempt that finds the run open fails, which leaves no event in the history, and is retried. */
export const waiting = proxyActivities<Pick<RecordActivities, 'runDue'>>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '2 seconds', maximumInterval: '30 seconds' },
});

/** A receiver that refuses or is away is retried, at last once an hour, until the activity gives up. */
export const deliveries = proxyActivities<DeliveryActivities>({
  taskQueue: DELIVERY_QUEUE,
  startToCloseTimeout: '30 seconds',
  retry: DELIVERY_RETRY,
});
