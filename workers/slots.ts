/**
 * The slots of one solver process, which the workers of all its queues share. A worker asks for tasks as long as a
 * slot is free, and asking takes time: two of them may be given tasks for the same slot. The second hands its task
 * back, so that another process can take it.
 *
 * @module
 */
import { availableParallelism } from 'node:os';
import type { ActivitySlotInfo, CustomSlotSupplier } from '@temporalio/worker';
import type { WorkerSettings } from './config.ts';

export interface Slots {
  /** For the worker of one queue. */
  supplier(): CustomSlotSupplier<ActivitySlotInfo>;
  /** Takes a slot for a task that has come; null when there is none, else what gives it back. */
  take(): (() => void) | null;
  /** Slots that have a task. */
  used(): number;
}

/** What one queue has, and asks for. */
interface Queue {
  /** Slots that it may fill, or has filled. */
  reserved: number;
  filled: number;
}

/** How many slots one process has. */
export const slotCount = ({ SOLVER_SLOTS }: Pick<WorkerSettings, 'SOLVER_SLOTS'>): number =>
  SOLVER_SLOTS || availableParallelism();

export function createSlots(total: number): Slots {
  const queues: Queue[] = [];
  const waiting = new Set<() => void>();
  let taken = 0;
  /** Another queue that only asks for tasks leaves its slots to all. */
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
      if (taken >= total) return null;
      taken += 1;
      return () => {
        taken -= 1;
      };
    },
    used: () => taken,
  };
}
