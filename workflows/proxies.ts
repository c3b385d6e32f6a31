/** Typed activity proxies: the one table of queues, timeouts and retries. */
import { ActivityCancellationType, proxyActivities } from '@temporalio/workflow';
import type { DeliveryActivities, RecordActivities, SolverActivities } from '../activities/index.ts';
import { DELIVERY_QUEUE, DELIVERY_RETRY } from '../temporal/names.ts';
import { type SolverName, solverQueue } from '../temporal/solvers.ts';

/** A lost worker is noticed after this long without a heartbeat. */
const HEARTBEAT_TIMEOUT = '10 seconds';
/** Beyond the time limit: loading, pricing, verifying, saving, and the hard stop behind them. */
const MARGIN_S = 120;

/** Temporal's name for the failure of an attempt whose worker fell silent. */
const SILENCE = 'TemporalTimeout:Heartbeat';
/** 1 is served first. */
const FIRST = 1;

/**
 * The solver activity on the queue of `solver`. Lost infrastructure is retried for as long as it takes; what can
 * never succeed fails non-retryably, and so does the loss of a worker, which is for `runAttempts`.
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

/** Short reads and writes of MongoDB; they are retried until it is back. */
export const records = proxyActivities<RecordActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '5 seconds' },
});

/** An attempt that finds a run open fails, which leaves no event behind, and another one asks again. */
export const waiting = proxyActivities<Pick<RecordActivities, 'runDue'>>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '2 seconds', maximumInterval: '30 seconds' },
});

/** A receiver that refuses or is away is asked again, at last once an hour, until the activity gives up. */
export const deliveries = proxyActivities<DeliveryActivities>({
  taskQueue: DELIVERY_QUEUE,
  startToCloseTimeout: '30 seconds',
  retry: DELIVERY_RETRY,
});
