/**
 * Restricts a value to the fields that the expected value has, because a case in a data file lists only relevant
 * fields.
 */
export function saidOf(actual: unknown, expected: unknown): unknown {
  if (Array.isArray(actual) && Array.isArray(expected))
    return actual.map((item, at) => (at < expected.length ? saidOf(item, expected[at]) : item));
  if (!isRecord(actual) || !isRecord(expected)) return actual;
  return Object.fromEntries(
    Object.keys(expected)
      .filter((name) => actual[name] !== undefined || expected[name] !== undefined)
      .map((name) => [name, saidOf(actual[name], expected[name])]),
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
