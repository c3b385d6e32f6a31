/**
 * Parses JSON of any size in short steps, and refuses what nobody needs before it is built: containers in containers,
 * millions of values, objects of very many keys, endless numbers.
 */
import type { Stepwise } from './in-slices.ts';
import { JsonBuilder } from './json-builder.ts';
import { JsonError, parseText, toText } from './json-text.ts';

/** No schema of ours goes deeper than 8; validators and printers recurse, so a stack is at stake. */
const MAX_DEPTH = 64;
/** A double has at most 767 significant digits. */
const MAX_NUMBER_BYTES = 1000;
const STEP_BYTES = 16 * 1024;

export interface JsonLimits {
  /** Values of all levels. */
  readonly values: number;
  /** Keys of one object. */
  readonly keys: number;
  /** Keys of all objects. */
  readonly allKeys: number;
  /** Text that is read in one call; it takes less than a millisecond. */
  readonly pieceBytes: number;
  /** Longer strings are read in pieces of this size; no key is longer. */
  readonly stringBytes: number;
}

/**
 * Limits of what clients send: 20,000 loads of a week are 3.4 million values; 100,000 buses, lines and generators of a
 * check are 1.5 million keys.
 */
export const CLIENT_LIMITS: JsonLimits = {
  values: 4_000_000,
  keys: 20_000,
  allKeys: 1_600_000,
  pieceBytes: 64 * 1024,
  stringBytes: 64 * 1024,
};
/** Limits of what the service has written itself. */
export const OWN_LIMITS: JsonLimits = {
  ...CLIENT_LIMITS,
  values: Number.POSITIVE_INFINITY,
  keys: Number.POSITIVE_INFINITY,
  allKeys: Number.POSITIVE_INFINITY,
};

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [LOWER_U, SPACE] = [0x75, 0x20];
const STRUCTURE = new Set([COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT]);
const BOM = [0xef, 0xbb, 0xbf];

/** What a byte outside of strings is, by its value. */
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === QUOTE) return 1;
  if (STRUCTURE.has(byte)) return 2;
  return byte > SPACE ? 3 : 0;
});
const [STRING, STRUCTURAL, OTHER] = [1, 2, 3];

/** `undefined` for no text at all. Throws `JsonError`. */
export function* parseJson(bytes: Uint8Array, limits = CLIENT_LIMITS): Stepwise<unknown> {
  const begin = BOM.every((byte, i) => bytes[i] === byte) ? BOM.length : 0;
  if (begin === bytes.length) return undefined;
  const builder = new JsonBuilder(bytes, begin, limits.pieceBytes);
  const count = createCount(builder, limits);
  let stop = begin + STEP_BYTES;
  let digits = 0;
  for (let at = begin; at < bytes.length; at += 1) {
    if (at >= stop) {
      stop = at + STEP_BYTES;
      yield;
    }
    const byte = bytes[at] ?? 0;
    const kind = KINDS[byte];
    digits = kind === OTHER ? digits + 1 : 0;
    if (digits > MAX_NUMBER_BYTES) throw new JsonError('large', 'A number is too long');
    if (kind === STRUCTURAL) count(byte, at);
    if (kind === STRING) at = endOfShort(bytes, at, limits) ?? (yield* readLong(bytes, at, builder, limits));
  }
  return builder.end();
}

/** Tells the builder of brackets and commas, and counts what they hold. */
function createCount(builder: JsonBuilder, limits: JsonLimits): (byte: number, at: number) => void {
  const keys: number[] = [];
  let values = 1;
  let allKeys = 0;
  const countValue = (): void => {
    values += 1;
    if (values > limits.values) throw new JsonError('large', `More than ${limits.values} values`);
  };
  const countKey = (): void => {
    const count = (keys[builder.depth] ?? 0) + 1;
    keys[builder.depth] = count;
    allKeys += 1;
    if (allKeys > limits.allKeys) throw new JsonError('large', `More than ${limits.allKeys} keys`);
    if (count > limits.keys) throw new JsonError('large', `An object of more than ${limits.keys} keys`);
  };
  const open = (at: number, isArray: boolean): void => {
    countValue();
    builder.open(at, isArray);
    keys[builder.depth] = 0;
    if (builder.depth > MAX_DEPTH) throw new JsonError('malformed', `nested deeper than ${MAX_DEPTH} levels`);
  };
  return (byte, at) => {
    if (byte === COMMA) {
      countValue();
      builder.comma(at);
    } else if (byte === COLON) countKey();
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) open(at, byte === OPEN_LIST);
    else builder.close(at, byte === CLOSE_LIST);
  };
}

/** Offset of the quote that ends a string; undefined when it is further away than a piece is long. */
function endOfShort(bytes: Uint8Array, start: number, { stringBytes }: JsonLimits): number | undefined {
  const end = Math.min(bytes.length, start + stringBytes);
  for (let at = start + 1; at < end; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at += 1;
  }
  return undefined;
}

/** Reads a string piece by piece; returns the offset of the quote that ends it. */
function* readLong(
  bytes: Uint8Array,
  start: number,
  builder: JsonBuilder,
  { stringBytes }: JsonLimits,
): Stepwise<number> {
  let read = '';
  let from = start + 1;
  const readTo = (to: number): void => {
    read += String(parseText(`"${toText(bytes, from, to)}"`, from));
    from = to;
  };
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (at - from >= stringBytes && !isContinuation(byte)) {
      readTo(at);
      yield;
    }
    if (byte === BACKSLASH) at += bytes[at + 1] === LOWER_U ? 5 : 1;
    else if (byte === QUOTE) {
      readTo(at);
      builder.add(read, start, at + 1);
      return at;
    }
  }
  throw new JsonError('malformed', 'Unterminated string in JSON');
}

/** Whether a byte continues a character that began before (RFC 3629). */
const isContinuation = (byte = 0): boolean => byte >= 0x80 && byte < 0xc0;
