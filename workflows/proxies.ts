/** Typed proxies of activities; this file is the only one that sets their queues, timeouts and retries. */
import { ActivityCancellationType, proxyActivities } from '@temporalio/workflow';
import type { DeliveryActivities, RecordActivities, SolverActivities } from '../activities/index.ts';
import { DELIVERY_QUEUE, DELIVERY_RETRY } from '../temporal/names.ts';
import { type SolverName, solverQueue } from '../temporal/solvers.ts';

/** Time without a heartbeat after which a worker counts as lost. */
const HEARTBEAT_TIMEOUT = '10 seconds';
/**
 * Time in addition to the time limit of a solve, s: for loading, pricing, verifying and saving, and for the hard stop.
 */
const MARGIN_S = 120;

/** Temporal's name for the failure of an attempt without heartbeats. */
const SILENCE = 'TemporalTimeout:Heartbeat';
/** Priority of tasks that are served first. */
const FIRST = 1;

/**
 * The solver activity on the queue of `solver`. Infrastructure failures are retried without limit. Permanent errors are
 * not retried, and neither is the loss of a worker, which `runAttempts` handles.
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

/** Activities that read and write records in MongoDB; retried until MongoDB is available. */
export const records = proxyActivities<RecordActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '5 seconds' },
});

/**
 * The activity that waits for a run. An attempt that finds the run open fails and is retried, which leaves no event in
 * the history.
 */
export const waiting = proxyActivities<Pick<RecordActivities, 'runDue'>>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '2 seconds', maximumInterval: '30 seconds' },
});

/**
 * Deliveries. A receiver that refuses or cannot be reached is tried again, in the end once an hour, until the activity
 * gives up.
 */
export const deliveries = proxyActivities<DeliveryActivities>({
  taskQueue: DELIVERY_QUEUE,
  startToCloseTimeout: '30 seconds',
  retry: DELIVERY_RETRY,
});
