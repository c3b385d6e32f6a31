/**
 * Threads that hash passwords. bcryptjs computes in JavaScript: at the usual work factor, a hash would block the event
 * loop for half a second. The threads are separate from those of `api/threads`, so that a sign-in does not wait behind
 * large requests.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ServiceUnavailable } from '../http/errors.ts';
import type { HashTask } from './hash-thread.ts';

/** Number of hashing threads; a busy thread occupies a core that solves could use. */
const THREADS = 2;
const MAX_WAITING = 64;
/** Longest time for one hash, ms; the highest work factor takes about five seconds on an idle core. */
const DEADLINE_MS = 60_000;

/** Starts the threads. The returned function resolves with the hash; it throws 503 when too many tasks wait. */
export function createHashThreads(): (task: HashTask) => Promise<string> {
  const inTurn = createQueue();
  const idle: Worker[] = [];
  return (task) =>
    inTurn(async () => {
      const worker = idle.pop() ?? new Worker(new URL('./hash-thread.js', import.meta.url));
      worker.ref();
      worker.postMessage(task);
      try {
        const [hash]: unknown[] = await once(worker, 'message', { signal: AbortSignal.timeout(DEADLINE_MS) });
        // An idle thread must not keep the process alive.
        worker.unref();
        idle.push(worker);
        return String(hash);
      } catch (error) {
        await worker.terminate();
        throw error;
      }
    });
}

/** Runs a few tasks at a time, in order of arrival; refuses a task when the queue is full. */
function createQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  const turn = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
  return async (task) => {
    if (running < THREADS) running += 1;
    else if (waiting.length < MAX_WAITING) await turn();
    else throw new ServiceUnavailable('Too many sign-ins at once', { headers: { 'Retry-After': '5' } });
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
