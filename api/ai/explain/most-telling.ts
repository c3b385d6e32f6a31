/** The few of many records that tell most, in the order in which they stood, and how many were left out. */
export interface Told<T> {
  readonly records: T[];
  readonly omitted: number;
}

/** `weight`: how much a record tells; of two that tell the same, the first is kept. */
export function mostTelling<T>(all: readonly T[], weight: (record: T) => number, limit: number): Told<T> {
  if (all.length <= limit) return { records: [...all], omitted: 0 };
  const weights = all.map(weight);
  const places = [...all.keys()].sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b);
  const kept = new Set(places.slice(0, limit));
  return { records: all.filter((_, place) => kept.has(place)), omitted: all.length - limit };
}
