/**
 * Parses untrusted JSON. Before parsing, it refuses excessive input: deep nesting, millions of values, objects with
 * very many keys, very long numbers. After parsing, it refuses objects in which a name occurs twice.
 */
import { repeatedName } from './repeated-name.ts';

/**
 * Maximum nesting. Schemas nest at most 8 levels; deep nesting could exhaust the stack, because validators and printers
 * recurse.
 */
const MAX_DEPTH = 64;
/** Maximum length of a number, characters; a floating-point number has at most 767 significant digits. */
const MAX_NUMBER_BYTES = 1000;
/** Maximum number of values; 20,000 loads over a week are 3.4 million values. */
const MAX_VALUES = 4_000_000;
/**
 * Maximum number of keys of one object. The next constant: maximum number of keys of all objects together. A check of
 * 100,000 buses, lines and generators has 1.5 million keys.
 */
const MAX_KEYS = 20_000;
const MAX_ALL_KEYS = 1_600_000;
const MAX_KEY_BYTES = 64 * 1024;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const SPACE = 0x20;

/** Thrown for bytes that are malformed JSON or too large. */
export class JsonError extends Error {
  /** Kind of the fault. `malformed`: not JSON; `large`: over a limit; `key`: a forbidden key. */
  readonly kind: 'malformed' | 'large' | 'key';

  constructor(kind: JsonError['kind'], message: string) {
    super(message);
    this.name = 'JsonError';
    this.kind = kind;
  }
}

/** Parses a text; `undefined` for an empty one. Throws `JsonError`. */
export function parseJson(bytes: Uint8Array): unknown {
  checkSize(bytes);
  const text = toText(bytes);
  if (text === '') return undefined;
  if (text === undefined)
    throw new JsonError('malformed', `not UTF-8 text, at or after byte ${firstWrongByte(bytes)}`);
  if (PROTO.test(text)) throw new JsonError('key', 'No key may be called __proto__');
  const value = parsed(text);
  const repeated = repeatedName(text);
  if (repeated !== undefined) throw new JsonError('malformed', repeated);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new JsonError('malformed', error instanceof Error ? error.message : String(error));
  }
}

/**
 * Number of values in a text, including objects and lists: a measure of the work to check the text. Throws `JsonError`.
 */
export const countValues = (bytes: Uint8Array): number => checkSize(bytes).values;

/** Counts the values of a text. Malformed text is left to the parser. */
function checkSize(bytes: Uint8Array): Size {
  const size = new Size();
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      const end = endOfText(bytes, at);
      size.text(end - at);
      at = end;
    } else if (STRUCTURE[byte] === 1) size.structure(byte);
    else if (byte > SPACE) size.digit();
    else size.blank();
  }
  return size;
}

/** Table of the bytes that structure a text: brackets, commas and colons. */
const STRUCTURE = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number([COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT].includes(byte)),
);

class Size {
  /** Number of keys of the open object at each depth. */
  readonly #keys: number[] = [];
  #depth = 0;
  #values = 1;
  #allKeys = 0;
  #digits = 0;
  #textBytes = 0;

  get values(): number {
    return this.#values;
  }

  text(bytes: number): void {
    this.#textBytes = bytes;
    this.#digits = 0;
  }

  digit(): void {
    this.#digits += 1;
    if (this.#digits > MAX_NUMBER_BYTES) throw new JsonError('large', 'A number is too long');
  }

  blank(): void {
    this.#digits = 0;
  }

  structure(byte: number): void {
    this.#digits = 0;
    if (byte === COLON) this.#key();
    else if (byte === COMMA) this.#value();
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#open();
    else this.#depth -= 1;
  }

  #open(): void {
    this.#value();
    this.#depth += 1;
    this.#keys[this.#depth] = 0;
    if (this.#depth > MAX_DEPTH) throw new JsonError('malformed', `nested deeper than ${MAX_DEPTH} levels`);
  }

  #value(): void {
    this.#values += 1;
    if (this.#values > MAX_VALUES) throw new JsonError('large', `More than ${MAX_VALUES} values`);
  }

  /** Counts a key: the text before a colon. */
  #key(): void {
    const count = (this.#keys[this.#depth] ?? 0) + 1;
    this.#keys[this.#depth] = count;
    this.#allKeys += 1;
    if (this.#textBytes > MAX_KEY_BYTES) throw new JsonError('large', 'A key is too long');
    if (this.#allKeys > MAX_ALL_KEYS) throw new JsonError('large', `More than ${MAX_ALL_KEYS} keys`);
    if (count > MAX_KEYS) throw new JsonError('large', `An object of more than ${MAX_KEYS} keys`);
  }
}

/** Offset of the quote that closes a text, or of the end of the input. */
function endOfText(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at += 1;
  }
  return bytes.length;
}

/** Decodes UTF-8 without its byte order mark; undefined if the bytes are not UTF-8. */
export function toText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const PIECE_BYTES = 1024;

/** Offset of the first block of 1 kB that contains bytes that are not UTF-8. */
function firstWrongByte(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    try {
      decoder.decode(bytes.subarray(from, from + PIECE_BYTES), { stream: true });
    } catch {
      return from;
    }
  }
  return bytes.length;
}

/**
 * Pattern of a key that sets the prototype of an object when it is assigned. After an escaped quote, the name belongs
 * to a text and is not a key.
 */
const PROTO =
  /(?<!\\)"(?:_|\\u005f){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006f)(?:t|\\u0074)(?:o|\\u006f)(?:_|\\u005f){2}"[ \t\n\r]*:/i;
