/** Starts the workflows that carry events to webhooks. */
import type { Client } from '@temporalio/client';
import type { DeliverInput } from './case/messages/schedule.ts';
import { searchAttributes, WORKFLOW } from './names.ts';
import { createWorkflowCalls } from './workflow-calls.ts';

export interface Delivery extends DeliverInput {
  readonly userId: string;
}

export interface Deliveries {
  /** Starting one again changes nothing. */
  start(delivery: Delivery): Promise<void>;
  /** Starts those that Temporal takes just now; the others are left to the sweep. */
  startAll(deliveries: readonly Delivery[]): Promise<void>;
}

export function createDeliveries(client: Client): Deliveries {
  const calls = createWorkflowCalls(client);
  const start = ({ deliveryId, round, userId }: Delivery): Promise<void> =>
    calls.start(WORKFLOW.deliver, {
      workflowId: `delivery-${deliveryId}-${round}`,
      args: [{ deliveryId, round }],
      typedSearchAttributes: [{ key: searchAttributes.userId, value: userId }],
      priority: { fairnessKey: userId },
    });
  return {
    start,
    startAll: async (deliveries) => {
      await Promise.allSettled(deliveries.map(start));
    },
  };
}
