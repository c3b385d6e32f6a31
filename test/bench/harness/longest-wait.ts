/** Longest wait of another client for /health during an action. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Measures the longest wait during an action, ms. */
export type LongestWait = (action: () => Promise<unknown>) => Promise<number>;

export function watchHealth(apiUrl: string): LongestWait {
  const health = new Worker(new URL('./health-thread.js', import.meta.url), { workerData: apiUrl });
  return async (action) => {
    health.postMessage('begin');
    await action();
    health.postMessage('end');
    const [longest]: number[] = await once(health, 'message');
    return longest ?? 0;
  };
}
