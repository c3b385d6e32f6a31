/** One event on its way to one webhook: at least once, for a day. */
import type { DeliverInput } from '../temporal/case/messages/schedule.ts';
import { deliveries } from './proxies.ts';

export const deliver = (input: DeliverInput): Promise<void> => deliveries.deliver(input);
