/**
 * The one JSON text of a value (RFC 8785): no white space, keys of objects in the order of their UTF-16 code units,
 * so that equal values have equal text. Throws on what JSON cannot say, so that a value which only looks like
 * another one has no text at all.
 */

export function canonicalJson(value: unknown, order: KeyOrder = byCodeUnits): string {
  if (Array.isArray(value)) return arrayText(value, order);
  if (isPlain(value))
    return `{${sortedMembers(value, order)
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member, order)}`)
      .join(',')}}`;
  return scalarText(value);
}

/** Hourly series are most of a case, and need no look at each value but one. */
const arrayText = (items: readonly unknown[], order: KeyOrder): string =>
  items.every(Number.isFinite)
    ? JSON.stringify(items)
    : `[${items.map((item) => canonicalJson(item, order)).join(',')}]`;

type Member = readonly [key: string, value: unknown];
type KeyOrder = (sorted: Member[]) => readonly Member[];

const byCodeUnits: KeyOrder = (sorted) => sorted;
/**
 * Keys that are whole numbers come first, as they do in objects of JavaScript: the order of hashes stored by version
 * 1.0.
 */
export const wholeNumbersFirst: KeyOrder = (sorted) => Object.entries(Object.fromEntries(sorted));

/** A member without a value is no member. */
function sortedMembers(object: object, order: KeyOrder): readonly Member[] {
  if (!isPlain(object)) throw withoutText(object);
  const members = Object.entries(object).filter(([, value]) => value !== undefined);
  return order(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function scalarText(value: unknown): string {
  const isText = value === null || typeof value === 'string' || typeof value === 'boolean';
  if (isText || (typeof value === 'number' && Number.isFinite(value))) return JSON.stringify(value);
  throw withoutText(value);
}

const withoutText = (value: unknown): TypeError =>
  new TypeError(`${Object.prototype.toString.call(value)} has no JSON text`);

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
