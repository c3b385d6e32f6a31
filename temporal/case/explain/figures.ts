/**
 * Figures as data hold them and as sentences say them. Data keep six digits behind the point, sentences two,
 * so that a figure in a sentence is always the rounded figure of the data.
 */
import { groupBy } from '../arithmetic/group-by.ts';

export const round6 = (value: number): number => Math.round(value * 1e6) / 1e6 + 0;

/** `40.00`; never `-0.00`. */
export function said(value: number): string {
  const text = value.toFixed(2);
  return text === '-0.00' ? '0.00' : text;
}

/** `1 hour`, `3 hours`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const total = (values: Iterable<number> = []): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
};

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

/** One summary per group of rows, from its row with the least and its row with the greatest figure. */
export const summarized = <T, Key, Summary>(
  rows: readonly T[],
  keyOf: (row: T) => Key,
  figure: (row: T) => number,
  summarize: (own: T[], least: T, greatest: T) => Summary,
): Summary[] =>
  [...groupBy(rows, keyOf).values()].flatMap((own) => {
    const least = firstMost(own, (row) => -figure(row));
    const greatest = firstMost(own, figure);
    return least && greatest ? [summarize(own, least, greatest)] : [];
  });

/**
 * The few of many records that tell most, in the order in which they stood, and how many were left out. `weight`: how much
 * a record tells; of two that tell the same, the first is kept.
 */
export function mostTelling<T>(all: readonly T[], weight: (record: T) => number, limit: number) {
  if (all.length <= limit) return { records: [...all], omitted: 0 };
  const weights = all.map(weight);
  const places = [...all.keys()].sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b);
  const kept = new Set(places.slice(0, limit));
  return { records: all.filter((_, place) => kept.has(place)), omitted: all.length - limit };
}
