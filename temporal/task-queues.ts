/** State of a task queue as the server knows it. */
import type { Client } from '@temporalio/client';

/** Deadline of one request, ms. */
const DESCRIBE_MS = 2000;
/** Codes of `temporal.api.enums.v1.TaskQueueType`. */
const TYPES = { workflow: 1, activity: 2 } as const;

export interface TaskQueues {
  /** Number of processes that polled the queue in the last minutes. A process without a free slot does not poll. */
  countWorkers(queue: string): Promise<number>;
  /** Approximate number of waiting tasks. */
  countWaiting(queue: string, kind: 'workflow' | 'activity'): Promise<number>;
}

export const createTaskQueues = (client: Client): TaskQueues => ({
  countWorkers: (name) =>
    client.withDeadline(Date.now() + DESCRIBE_MS, async () => {
      const { pollers } = await client.workflowService.describeTaskQueue({
        namespace: client.options.namespace,
        taskQueue: { name },
        taskQueueType: TYPES.activity,
      });
      return new Set(pollers.map(({ identity }) => identity)).size;
    }),
  countWaiting: (name, kind) =>
    client.withDeadline(Date.now() + DESCRIBE_MS, async () => {
      const { stats } = await client.workflowService.describeTaskQueue({
        namespace: client.options.namespace,
        taskQueue: { name },
        taskQueueType: TYPES[kind],
        reportStats: true,
      });
      return Number(stats?.approximateBacklogCount ?? 0);
    }),
});
