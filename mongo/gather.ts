/** Batches small writes that can wait. Callers do not wait for them: losses by a crash or a refusal are repaired elsewhere. */

/** Longest wait, ms. */
const MOMENT_MS = 100;

/** `write` receives the items since its last call, oldest first. */
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
