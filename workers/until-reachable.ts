/** Tries until a server answers: workers may start before MongoDB or Temporal do. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

const FIRST_MS = 200;
const LONGEST_MS = 5000;

export async function untilReachable<T>(server: string, log: Logger, attempt: () => Promise<T>): Promise<T> {
  for (let wait = FIRST_MS; ; wait = Math.min(2 * wait, LONGEST_MS)) {
    try {
      return await attempt();
    } catch (error) {
      log.warn({ err: error, retryInMs: wait }, `${server} cannot be reached yet`);
      await delay(wait);
    }
  }
}
