/**
 * Runs a check over a large network without holding up other requests: the check is a generator that yields
 * after each element, and whoever waits for the event loop gets its turn after a few milliseconds.
 */
import { setImmediate } from 'node:timers/promises';

/** A check that may be interrupted after each element. */
export type Stepwise<T> = Generator<void, T, void>;

const SLICE_MS = 10;
/** Asking for the time costs more than checking one line. */
const STEPS_PER_LOOK = 64;

export async function inSlices<T>(check: Stepwise<T>): Promise<T> {
  for (;;) {
    const end = performance.now() + SLICE_MS;
    let steps = 0;
    do {
      const step = check.next();
      if (step.done) return step.value;
      steps += 1;
    } while (steps % STEPS_PER_LOOK !== 0 || performance.now() < end);
    await setImmediate();
  }
}
