/**
 * The slots of one solver process, shared by the workers of all its queues. A worker polls for tasks while a slot is free, and
 * polling takes time: two workers may receive tasks for the same slot. The second hands its task back, so that another process
 * can take it.
 *
 * @module
 */
import { availableParallelism } from 'node:os';
import type { ActivitySlotInfo, CustomSlotSupplier } from '@temporalio/worker';
import type { WorkerSettings } from './config.ts';

export interface Slots {
  /** Slot supplier for the worker of one queue. */
  supplier(): CustomSlotSupplier<ActivitySlotInfo>;
  /** Takes a slot for an arrived task and returns a function that releases it; null if none is free. */
  take(): (() => void) | null;
  /** Number of slots with a task. */
  used(): number;
}

/** Slots of one queue. */
interface Queue {
  /** Number of slots that it may fill, or has filled. */
  reserved: number;
  filled: number;
}

/** Number of slots of one process. */
export const slotCount = ({ SOLVER_SLOTS }: Pick<WorkerSettings, 'SOLVER_SLOTS'>): number =>
  SOLVER_SLOTS || availableParallelism();

export function createSlots(total: number): Slots {
  const queues: Queue[] = [];
  const waiting = new Set<() => void>();
  let filledSlots = 0;
  /** Slots that another queue has only reserved still count as free. */
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
