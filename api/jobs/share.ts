/** Callers who ask for the same thing at the same time share one answer. */
const FRESH_MS = 250;

/**
 * Wraps an expensive read: calls with the same key while one is under way, or within a quarter of a
 * second after it began, get its answer. Failures are not kept.
 */
export function share<T>(
  read: (key: string) => Promise<T>,
  now: () => number = Date.now,
): (key: string) => Promise<T> {
  const answers = new Map<string, { readonly at: number; readonly answer: Promise<T> }>();
  return (key) => {
    const known = answers.get(key);
    if (known && now() - known.at < FRESH_MS) return known.answer;
    const answer = read(key);
    answers.set(key, { at: now(), answer });
    const forget = () => {
      if (answers.get(key)?.answer === answer) answers.delete(key);
    };
    answer.then(() => setTimeout(forget, FRESH_MS).unref(), forget);
    return answer;
  };
}
