/**
 * The one JSON text of a value (RFC 8785): no white space, keys of objects in the order of their UTF-16 code units,
 * so that equal values have equal text. Throws on what JSON cannot say, so that a value which only looks like
 * another one has no text at all.
 */
import { isLarge } from './json-pieces.ts';

/** Length of a piece, characters, about: what is written in between two turns of others. */
const PIECE_LENGTH = 50_000;

export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return arrayText(value);
  if (isPlain(value)) return `{${sortedMembers(value).map(memberText).join(',')}}`;
  return scalarText(value);
}

/** The same text in pieces: that of a whole case in one call takes tenths of a second. */
export function* canonicalPieces(value: unknown): Generator<string, void, void> {
  let piece = '';
  for (const text of texts(value)) {
    piece += text;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function* texts(value: unknown): Generator<string, void, void> {
  if (!isLarge(value)) {
    yield canonicalJson(value);
    return;
  }
  const isList = Array.isArray(value);
  const members = isList ? value.entries() : sortedMembers(value);
  yield isList ? '[' : '{';
  let separator = '';
  for (const [key, member] of members) {
    yield isList ? separator : `${separator}${JSON.stringify(key)}:`;
    yield* texts(member);
    separator = ',';
  }
  yield isList ? ']' : '}';
}

/** Hourly series are most of a case, and need no look at each value but one. */
const arrayText = (items: readonly unknown[]): string =>
  items.every(Number.isFinite) ? JSON.stringify(items) : `[${items.map(canonicalJson).join(',')}]`;

type Member = readonly [key: string, value: unknown];

const memberText = ([key, value]: Member): string => `${JSON.stringify(key)}:${canonicalJson(value)}`;

/** A member without a value is no member. */
function sortedMembers(object: object): Member[] {
  if (!isPlain(object)) throw withoutText(object);
  return Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
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
