/** One answer for all who ask at the same time. */
import { LRUCache } from 'lru-cache';

/** How long an answer is shared, ms. */
const FRESH_MS = 250;

/**
 * Callers who ask for the same thing at the same time share one answer: calls with the same key within `FRESH_MS`
 * after the first one. Failures are not kept.
 */
export function share<K extends string | number, T>(read: (key: K) => Promise<T>): (key: K) => Promise<T> {
  const answers = new LRUCache<K, Promise<T>>({ ttl: FRESH_MS, ttlAutopurge: true });
  return (key) => {
    const known = answers.get(key);
    if (known) return known;
    const answer = read(key);
    answers.set(key, answer);
    answer.catch(() => answers.get(key) === answer && answers.delete(key));
    return answer;
  };
}
