/** Pieces of JSON text: bytes as text, text as values, and what stands between members. */

/** Why bytes are no JSON that is read: they are malformed, or hold more than anybody needs. */
export class JsonError extends Error {
  /** `malformed`: no JSON; `large`: more than is taken apart; `key`: a key that no object may have. */
  readonly kind: 'malformed' | 'large' | 'key';

  constructor(kind: JsonError['kind'], message: string) {
    super(message);
    this.name = 'JsonError';
    this.kind = kind;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function toText(bytes: Uint8Array, from: number, to: number): string {
  try {
    return decoder.decode(bytes.subarray(from, to));
  } catch {
    throw new JsonError('malformed', `not UTF-8 text, between bytes ${from} and ${to}`);
  }
}

/** A key that assignments take for the prototype of an object; an escaped quote before it belongs to a text. */
const PROTO =
  /(?<!\\)"(?:_|\\u005f){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006f)(?:t|\\u0074)(?:o|\\u006f)(?:_|\\u005f){2}"[ \t\n\r]*:/i;
const NAMED_PROTO = /__proto__|\\u00/i;

/** `from`: offset of the text, 0 when it is the whole. */
export function parseText(text: string, from: number): unknown {
  if (NAMED_PROTO.test(text) && PROTO.test(text))
    throw new JsonError('key', 'No key may be called __proto__');
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new JsonError('malformed', from === 0 ? reason : `${reason}, after byte ${from}`);
  }
}

export const malformed = (at: number): JsonError =>
  new JsonError('malformed', `unexpected token at or before byte ${at}`);

const BLANK = /^[ \t\n\r]*$/;
export const isBlank = (text: string): boolean => BLANK.test(text);

const COMMA = /^[ \t\n\r]*,/;

/** What follows a comma; undefined where there is neither. */
export function afterComma(text: string, at: number): string | undefined {
  if (isBlank(text)) return undefined;
  if (!COMMA.test(text)) throw malformed(at);
  return text.replace(COMMA, '');
}

/** `"key":` -> key */
export function keyOf(text: string, at: number): string {
  const [key, ...others] = Object.keys(Object(parseText(`{${text}null}`, at)));
  if (key === undefined || others.length > 0) throw malformed(at);
  return key;
}
