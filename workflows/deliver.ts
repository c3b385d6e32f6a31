/** Delivers one event to one webhook: at least once, within a day. */
import type { DeliverInput } from '../temporal/case/messages/schedule.ts';
import { deliveries } from './proxies.ts';

export const deliver = (input: DeliverInput): Promise<void> => deliveries.deliver(input);
