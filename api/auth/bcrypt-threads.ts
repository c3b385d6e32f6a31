/**
 * bcrypt in threads: in JavaScript it takes half a second of work that the event loop does not have. Few threads,
 * so that many sign-ins do not slow solves on the same machine.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BcryptTask } from './bcrypt-thread.ts';

export interface BcryptThreads {
  hash(text: string, cost: number): Promise<string>;
  compare(text: string, stored: string): Promise<boolean>;
}

/** The caller sees to it that no more tasks run at a time than it wants threads. */
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
