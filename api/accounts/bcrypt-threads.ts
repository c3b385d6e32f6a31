/** bcrypt in few threads, and the queue before them. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BcryptTask } from './bcrypt-thread.ts';

interface BcryptThreads {
  hash(text: string, cost: number): Promise<string>;
  compare(text: string, stored: string): Promise<boolean>;
}

/**
 * bcrypt in threads: in JavaScript it takes half a second of work that the event loop does not have. Few threads,
 * so that many sign-ins do not slow solves on the same machine: the caller sees to it that no more tasks run at a
 * time than it wants threads.
 */
export function createBcryptThreads(): BcryptThreads {
  const idle: Worker[] = [];
  async function run(task: BcryptTask): Promise<unknown> {
    const thread = idle.pop() ?? start();
    thread.ref();
    thread.postMessage(task);
    // Rejects with the error of a thread that dies.
    const [answer]: unknown[] = await once(thread, 'message');
    // It must not hold up the end of the process.
    thread.unref();
    idle.push(thread);
    return answer;
  }
  return {
    hash: async (text, cost) => String(await run({ kind: 'hash', text, cost })),
    compare: async (text, stored) => (await run({ kind: 'compare', text, stored })) === true,
  };
}

const start = (): Worker => new Worker(new URL('./bcrypt-thread.js', import.meta.url));

interface Queue {
  run<T>(task: () => Promise<T>): Promise<T>;
}

/** Lets few tasks run at a time, the others in order of arrival, and refuses what would wait too long. */
export function createQueue(width: number, maxWaiting: number, refuse: () => Error): Queue {
  let running = 0;
  const waiting: (() => void)[] = [];
  const turn = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
  return {
    run: async (task) => {
      if (running < width) running += 1;
      else if (waiting.length < maxWaiting) await turn();
      else throw refuse();
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
