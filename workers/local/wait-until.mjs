/** Repeats `attempt` until it resolves with something true; rejects after `limitS`. */
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 100;

export async function waitUntil(what, attempt, limitS = 60) {
  const end = Date.now() + limitS * 1000;
  for (let error; ; ) {
    try {
      if (await attempt()) return;
    } catch (caught) {
      error = caught;
    }
    if (Date.now() > end) {
      const reason = error?.cause?.message ?? error?.message ?? 'it is not ready';
      throw new Error(`${what} did not come up in ${limitS} s: ${reason.trim()}`, { cause: error });
    }
    await delay(POLL_MS);
  }
}
