/** The part of a value that a case speaks of: a case in a data file names only the fields that it is about. */
export function saidOf(found: unknown, expected: unknown): unknown {
  if (Array.isArray(found) && Array.isArray(expected))
    return found.map((item, at) => (at < expected.length ? saidOf(item, expected[at]) : item));
  if (!isRecord(found) || !isRecord(expected)) return found;
  return Object.fromEntries(
    Object.keys(expected)
      .filter((name) => found[name] !== undefined || expected[name] !== undefined)
      .map((name) => [name, saidOf(found[name], expected[name])]),
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
