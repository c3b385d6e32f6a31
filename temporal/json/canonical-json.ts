/**
 * Canonical JSON text of a value (RFC 8785): no white space, keys ordered by UTF-16 code units. Equal values therefore
 * have equal texts. Throws for a value that JSON cannot express, because it would get the text of another value.
 */

export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return arrayText(value);
  if (!isPlain(value)) return scalarText(value);
  // Members whose value is undefined are omitted.
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const sorted = members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}

/**
 * Text of a list. A list that contains only numbers takes a fast path, because hourly series make up most of a case.
 */
const arrayText = (items: readonly unknown[]): string =>
  items.every(Number.isFinite) ? JSON.stringify(items) : `[${items.map(canonicalJson).join(',')}]`;

function scalarText(value: unknown): string {
  const isText = value === null || typeof value === 'string' || typeof value === 'boolean';
  if (isText || (typeof value === 'number' && Number.isFinite(value))) return JSON.stringify(value);
  throw withoutText(value);
}

const withoutText = (value: unknown): TypeError =>
  new TypeError(`${Object.prototype.toString.call(value)} has no JSON text`);

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
