/** JSON with the keys of every object in code-unit order and no spaces: equal values have equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (isObject(item) ? sortKeys(item) : item));
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sortKeys = (item: object): object =>
  Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)));
