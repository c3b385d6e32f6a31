/**
 * Runs long work without holding up other requests: the work is a generator that yields after each small step, and
 * whoever waits for the event loop gets its turn after a few milliseconds.
 */

/** Work that may be interrupted after each step. */
export type Stepwise<T> = Generator<void, T, void>;

const SLICE_MS = 8;

/** However much work there is at a time, the event loop does one slice of it per round. */
let lastTurn: Promise<void> = Promise.resolve();

export async function inSlices<T>(work: Stepwise<T>): Promise<T> {
  for (;;) {
    const end = performance.now() + SLICE_MS;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < end);
    await nextTurn();
  }
}

/** For work that cannot be a generator: to be awaited after some milliseconds of it. */
export function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)));
  return lastTurn;
}
