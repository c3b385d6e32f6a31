/**
 * Small writes that can wait: those of one moment are made together. What is lost when the process dies, or is refused, is
 * made good elsewhere, so that nobody waits for it.
 */

/** Longest wait, ms. */
const MOMENT_MS = 100;

/** `write` takes what was given since the last time, the oldest first. */
export function gather<Item>(write: (items: readonly Item[]) => Promise<unknown>): (item: Item) => void {
  let given: Item[] = [];
  return (item) => {
    given.push(item);
    if (given.length > 1) return;
    const moment = setTimeout(() => {
      const items = given;
      given = [];
      void write(items).catch(() => undefined);
    }, MOMENT_MS);
    // Not worth staying for.
    moment.unref();
  };
}
