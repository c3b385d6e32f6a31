/** Takes some members out of the text of an object without reading the rest: several times faster than parsing it. */
import type { Stepwise } from './in-slices.ts';

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const STEP_BYTES = 64 * 1024;

/** What a byte outside of strings does to the depth; 0 for all that opens and closes nothing. */
const DEPTHS = Int8Array.from({ length: 256 }, (_, byte) => {
  if (byte === OPEN_LIST || byte === OPEN_OBJECT) return 1;
  return byte === CLOSE_LIST || byte === CLOSE_OBJECT ? -1 : 0;
});

/**
 * Name -> text of its value, in the order of the object. `json` must be the text of an object that we have written
 * ourselves, without white space: what is malformed is not noticed.
 */
export function* pickMembers(json: Buffer, names: ReadonlySet<string>): Stepwise<Map<string, Buffer>> {
  const picked = new Map<string, Buffer>();
  for (let at = 1; json[at] === QUOTE; ) {
    const colon = endOfString(json, at) + 1;
    const end = yield* endOfValue(json, colon + 1);
    const name = JSON.parse(json.toString('utf8', at, colon));
    if (names.has(name)) picked.set(name, json.subarray(colon + 1, end));
    at = end + 1;
  }
  return picked;
}

/** Most of a result is lists of numbers, whose end is found much faster than byte by byte. */
function isFlat(json: Buffer, at: number): boolean {
  const inner = json.subarray(at + 1, json.indexOf(CLOSE_LIST, at));
  return ![QUOTE, OPEN_LIST, OPEN_OBJECT].some((byte) => inner.includes(byte));
}

/** Offset of the comma or the bracket behind a member. */
function* endOfValue(json: Buffer, from: number): Stepwise<number> {
  let depth = 0;
  let stop = from + STEP_BYTES;
  for (let at = from; at < json.length; at += 1) {
    if (at >= stop) {
      stop = at + STEP_BYTES;
      yield;
    }
    const byte = json[at] ?? 0;
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === OPEN_LIST && isFlat(json, at)) at = json.indexOf(CLOSE_LIST, at);
    else if (depth === 0 && (byte === COMMA || byte === CLOSE_OBJECT)) return at;
    else depth += DEPTHS[byte] ?? 0;
  }
  return json.length;
}

function endOfString(json: Buffer, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
