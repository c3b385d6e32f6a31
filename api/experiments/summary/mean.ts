/** Arithmetic mean, taken from the first value so that equal values have exactly their own mean; null of nothing. */
export function mean(values: readonly number[]): number | null {
  const [origin] = values;
  if (origin === undefined) return null;
  const offset = values.reduce((sum, value) => sum + (value - origin), 0);
  return origin + offset / values.length;
}
