/**
 * The one JSON text of a value: no white space, keys sorted by UTF-16 code unit (RFC 8785). Throws on what
 * JSON cannot say, so that a value which only looks like the hashed one has no text at all.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (isPlain(value)) return `{${members(value).join(',')}}`;
  throw new TypeError(`${Object.prototype.toString.call(value)} has no JSON text`);
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** A member without a value is no member. */
const members = (object: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${JSON.stringify(key)}:${canonicalJson(value)}`);
