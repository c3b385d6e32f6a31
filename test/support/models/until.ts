/** Resolves when a condition holds; rejects when it does not within a time that suffices on a busy machine. */
import { setTimeout as delay } from 'node:timers/promises';

const LONGEST_MS = 3000;
const STEP_MS = 5;

export async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited += STEP_MS) {
    if (waited > LONGEST_MS) throw new Error('the condition did not come true in time');
    await delay(STEP_MS);
  }
}
