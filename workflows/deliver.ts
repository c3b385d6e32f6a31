/** One event on its way to one webhook: at least once, for a day. */
import { isCancellation } from '@temporalio/workflow';
import type { DeliverInput } from '../temporal/case/messages/schedule.ts';
import { deliveries, records } from './proxies.ts';

export async function deliver(input: DeliverInput): Promise<void> {
  try {
    await deliveries.deliver(input);
  } catch (error) {
    if (isCancellation(error)) throw error;
    await records.giveUpDelivery(input);
  }
}
