/**
 * The one JSON text of a value (RFC 8785): no white space, keys of objects in the order of their UTF-16 code units,
 * so that equal values have equal text. Throws on what JSON cannot say, so that a value which only looks like
 * another one has no text at all.
 */

/** Length of a piece, characters, about: what is written in between two turns of others. */
const PIECE_LENGTH = 100_000;

export const canonicalJson = (value: unknown): string => [...canonicalPieces(value)].join('');

/** The same text in pieces: that of a whole case in one call takes tenths of a second. */
export function* canonicalPieces(value: unknown): Generator<string, void, void> {
  let piece = '';
  for (const token of tokens(value)) {
    piece += token;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function* tokens(value: unknown): Generator<string, void, void> {
  if (Array.isArray(value)) yield* membersIn('[', value.map(withoutKey), ']');
  else if (isPlain(value)) yield* membersIn('{', sortedMembers(value), '}');
  else yield scalar(value);
}

type Member = readonly [key: string, value: unknown];

const withoutKey = (value: unknown): Member => ['', value];

/** A member without a value is no member. */
const sortedMembers = (object: object): Member[] =>
  Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => [`${JSON.stringify(key)}:`, value]);

function* membersIn(open: string, members: readonly Member[], close: string) {
  let before = open;
  for (const [key, value] of members) {
    if (isContainer(value)) {
      yield before + key;
      yield* tokens(value);
    } else yield before + key + scalar(value);
    before = ',';
  }
  yield members.length > 0 ? close : open + close;
}

function scalar(value: unknown): string {
  const isText = value === null || typeof value === 'string' || typeof value === 'boolean';
  if (isText || (typeof value === 'number' && Number.isFinite(value))) return JSON.stringify(value);
  throw new TypeError(`${Object.prototype.toString.call(value)} has no JSON text`);
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isPlain = (value: unknown): value is object =>
  isContainer(value) && Object.getPrototypeOf(value) === Object.prototype;
