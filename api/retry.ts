/** Repeats a task in the background until it succeeds: what it needs may start after us. */
import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/** Resolves when the task has succeeded or `signal` is aborted; never rejects. */
export async function retry(
  task: () => Promise<void>,
  onFailure: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      await task();
      return;
    } catch (error) {
      onFailure(error);
    }
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {});
  }
}
