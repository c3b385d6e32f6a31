/** The first of the items with the largest figure; undefined when there are none. */
export function firstMost<T>(items: Iterable<T>, figure: (item: T) => number): T | undefined {
  let best: T | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (const item of items) {
    const value = figure(item);
    if (value > most) {
      most = value;
      best = item;
    }
  }
  return best;
}
