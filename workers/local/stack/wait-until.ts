/** Repeats `attempt` until it resolves with a truthy value; rejects after `limitS`. */
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 100;

export async function waitUntil(what: string, attempt: () => Promise<boolean>, limitS = 60): Promise<void> {
  const end = Date.now() + limitS * 1000;
  for (let error: unknown; ; ) {
    try {
      if (await attempt()) return;
    } catch (caught) {
      error = caught;
    }
    if (Date.now() > end)
      throw new Error(`${what} did not come up in ${limitS} s: ${reason(error)}`, { cause: error });
    await delay(POLL_MS);
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'it is not ready';
  return (error.cause instanceof Error ? error.cause.message : error.message).trim();
}
