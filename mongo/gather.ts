/**
 * Collects small writes that can wait, and writes them in batches. Callers do not wait for them. If a crash or a
 * refusal loses a write, another part of the service repairs it.
 */

/** Longest time that a write waits for others, ms. */
const MOMENT_MS = 100;

/** Returns the function that takes an item. `write` receives the items since its last call, oldest first. */
export function gather<Item>(write: (items: readonly Item[]) => Promise<unknown>): (item: Item) => void {
  let pending: Item[] = [];
  return (item) => {
    pending.push(item);
    if (pending.length > 1) return;
    const moment = setTimeout(() => {
      const items = pending;
      pending = [];
      void write(items).catch(() => undefined);
    }, MOMENT_MS);
    // The timer does not keep the process alive.
    moment.unref();
  };
}
