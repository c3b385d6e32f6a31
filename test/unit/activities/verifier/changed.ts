/** Applies differences from a data file to a payload or a result. */

const idOf = (item: unknown): unknown => isRecord(item) && (item['name'] ?? item['id']);
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Merges fields, and items of lists by name or id. Any other list replaces the old one; `"=="` holds an exact value.
 */
export function changed(base: unknown, changes: unknown): unknown {
  if (Array.isArray(base) && Array.isArray(changes) && changes.every(idOf)) {
    const isNew = (change: unknown) => !base.some((item) => idOf(item) === idOf(change));
    const items = base.map((item) =>
      changed(
        item,
        changes.find((change) => idOf(change) === idOf(item)),
      ),
    );
    return [...items, ...changes.filter(isNew)];
  }
  if (changes === undefined) return base;
  if (!isRecord(changes)) return changes;
  if ('==' in changes) return changes['=='];
  const fields = isRecord(base) ? base : {};
  const entries = Object.entries(changes).map(([name, change]) => [name, changed(fields[name], change)]);
  return { ...fields, ...Object.fromEntries(entries) };
}
