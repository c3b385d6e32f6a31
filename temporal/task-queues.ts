/** What the server knows of a queue of tasks. */
import type { Client } from '@temporalio/client';

/** Deadline of one question, ms. */
const DESCRIBE_MS = 2000;
/** `temporal.api.enums.v1.TaskQueueType.ACTIVITY` */
const ACTIVITY = 2;

export interface TaskQueues {
  /** Processes that asked the queue for work in the last minutes; one without a free slot does not ask. */
  countWorkers(queue: string): Promise<number>;
}

export const createTaskQueues = (client: Client): TaskQueues => ({
  countWorkers: (name) =>
    client.withDeadline(Date.now() + DESCRIBE_MS, async () => {
      const { pollers } = await client.workflowService.describeTaskQueue({
        namespace: client.options.namespace,
        taskQueue: { name },
        taskQueueType: ACTIVITY,
      });
      return new Set(pollers.map(({ identity }) => identity)).size;
    }),
});
