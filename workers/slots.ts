/**
 * The slots of one solver process, which the workers of all its queues share. A worker polls for tasks while a slot is
 * free. Polling takes time, so two workers may receive tasks for the same slot; the second hands its task back, so that
 * another process can take it.
 *
 * @module
 */
import { availableParallelism } from 'node:os';
import type { ActivitySlotInfo, CustomSlotSupplier } from '@temporalio/worker';
import type { WorkerSettings } from './config.ts';

export interface Slots {
  /** Slot supplier for the worker of one queue. */
  supplier(): CustomSlotSupplier<ActivitySlotInfo>;
  /** Takes a slot for a task that has arrived. Returns a function that releases the slot; null if no slot is free. */
  take(): (() => void) | null;
  /** Number of slots in use by tasks. */
  used(): number;
}

/** Slots that belong to one queue. */
interface Queue {
  /** Number of slots that the queue may fill, or has filled. */
  reserved: number;
  filled: number;
}

export const slotCount = ({ SOLVER_SLOTS }: Pick<WorkerSettings, 'SOLVER_SLOTS'>): number =>
  SOLVER_SLOTS || availableParallelism();

export function createSlots(total: number): Slots {
  const queues: Queue[] = [];
  const waiting = new Set<() => void>();
  let filledSlots = 0;
  /** True if a slot is free for the queue. Slots that another queue has only reserved count as free. */
  const isFree = (queue: Queue): boolean =>
    queues.reduce((sum, other) => sum + (other === queue ? other.reserved : other.filled), 0) < total;
  const wake = (): void => {
    for (const attempt of [...waiting]) attempt();
  };
  return {
    supplier() {
      const queue: Queue = { reserved: 0, filled: 0 };
      queues.push(queue);
      return {
        type: 'custom',
        reserveSlot: (_, signal) =>
          new Promise((resolve, reject) => {
            const attempt = (): void => {
              if (!isFree(queue)) return;
              waiting.delete(attempt);
              queue.reserved += 1;
              resolve({});
            };
            signal.addEventListener('abort', () => waiting.delete(attempt) && reject(signal.reason), {
              once: true,
            });
            waiting.add(attempt);
            attempt();
          }),
        tryReserveSlot: () => null,
        markSlotUsed: () => {
          queue.filled += 1;
        },
        releaseSlot: ({ slotInfo }) => {
          queue.reserved -= 1;
          if (slotInfo) queue.filled -= 1;
          wake();
        },
      };
    },
    take() {
      if (filledSlots >= total) return null;
      filledSlots += 1;
      return () => {
        filledSlots -= 1;
      };
    },
    used: () => filledSlots,
  };
}
