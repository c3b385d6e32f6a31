/**
 * Figures of explanations. They have six decimals in data and two in sentences; a figure in a sentence is a rounded
 * figure of the data.
 */
import { groupBy } from '../arithmetic/group-by.ts';

export const round6 = (value: number): number => Math.round(value * 1e6) / 1e6 + 0;

/** Figure for a sentence: `40.00`; never `-0.00`. */
export function said(value: number): string {
  const text = value.toFixed(2);
  return text === '-0.00' ? '0.00' : text;
}

/** Count with its noun: `1 hour`, `3 hours`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const total = (values: Iterable<number> = []): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
};

/** The first item with the largest figure; undefined for an empty list. */
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

/** One summary per group of rows, made from two rows: the row with the smallest figure and the row with the largest. */
export const summarized = <T, Key, Summary>(
  rows: readonly T[],
  keyOf: (row: T) => Key,
  figure: (row: T) => number,
  summarize: (own: T[], least: T, greatest: T) => Summary,
): Summary[] =>
  [...groupBy(rows, keyOf).values()].flatMap((group) => {
    const least = firstMost(group, (row) => -figure(row));
    const greatest = firstMost(group, figure);
    return least && greatest ? [summarize(group, least, greatest)] : [];
  });

/**
 * The `limit` records with the largest weights, in their original order, and the number of omitted records. `weight`:
 * importance of a record. Of records with equal weights, the first is kept.
 */
export function mostTelling<T>(all: readonly T[], weight: (record: T) => number, limit: number) {
  if (all.length <= limit) return { records: [...all], omitted: 0 };
  const weights = all.map(weight);
  const places = [...all.keys()].sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b);
  const selected = new Set(places.slice(0, limit));
  return { records: all.filter((_, place) => selected.has(place)), omitted: all.length - limit };
}
