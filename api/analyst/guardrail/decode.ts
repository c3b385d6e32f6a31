/** Every text that a prompt carries in an encoding, also one encoding within another. */
import { KEY_WORDS } from './words.ts';

/** Encodings within encodings that are taken off. */
const DEEPEST = 3;
/** Texts looked at in all; what else there is has been seen as an encoded text anyway. */
const MOST = 24;

export function hiddenTexts(text: string): string[] {
  const found = new Set<string>();
  let layer = [text];
  for (let depth = 0; depth < DEEPEST && layer.length > 0; depth += 1) {
    const inner = layer.flatMap(decodings).filter((each) => !found.has(each) && each !== text);
    layer = inner.slice(0, MOST - found.size);
    for (const each of layer) found.add(each);
  }
  return [...found];
}

const decodings = (text: string): string[] => [
  ...decodeEscapes(text),
  ...decodeBase64(text),
  ...decodeByteCodes(text),
  ...decodeLetters(text.toLowerCase()),
];

const ESCAPES =
  /%([0-9a-f]{2})|\\x\{?([0-9a-f]{2,4})\}?|\\u\{?([0-9a-f]{4,6})\}?|u\+([0-9a-f]{4,6})|&#x([0-9a-f]{2,6});?|&#(\d{2,7});?/gi;
const HIGHEST = 0x10ffff;
const HEXADECIMAL = 16;

/** The text with its escapes read (percent, `\\u0041`, `\\x41`, `&#65;`, `&#x41;`); nothing where there are none. */
export function decodeEscapes(text: string): string[] {
  const decoded = text.replace(ESCAPES, (written: string, ...groups: (string | undefined)[]) => {
    const [percent, x, u, plus, hexEntity, entity] = groups;
    const hex = percent ?? x ?? u ?? plus ?? hexEntity;
    const code = hex === undefined ? Number(entity) : Number.parseInt(hex, HEXADECIMAL);
    return code <= HIGHEST ? String.fromCodePoint(code) : written;
  });
  return decoded === text ? [] : [decoded];
}

/** Shorter runs of base64 decode to less than a phrase. */
const MIN_CHARACTERS = 16;
const CANDIDATE = /[A-Za-z0-9+/_-]{16,}/g;
const SPACE = /\s+/;
const WHOLE = /^[A-Za-z0-9+/_-]+={0,2}$/;
const UNPRINTABLE = /[^\P{C}\s]/u;

/** Texts written in base64, also url-safe, unpadded, or wrapped over lines. */
export function decodeBase64(text: string): string[] {
  const candidates = new Set([...(text.match(CANDIDATE) ?? []), ...wrapped(text)]);
  return [...candidates].map(decode).filter((decoded) => decoded !== undefined);
}

/** Neighbouring chunks of base64 that a line break tore apart, joined again. */
function wrapped(text: string): string[] {
  const runs: string[] = [];
  let run: string[] = [];
  for (const chunk of [...text.split(SPACE), '']) {
    if (WHOLE.test(chunk) && (chunk.length >= MIN_CHARACTERS || run.length > 0)) {
      run.push(chunk);
    } else {
      if (run.length > 1) runs.push(run.join(''));
      run = [];
    }
  }
  return runs;
}

/** Undefined when the bytes are not a text. */
function decode(candidate: string): string | undefined {
  try {
    const bytes = Buffer.from(candidate, 'base64');
    const decoded = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return UNPRINTABLE.test(decoded) ? undefined : decoded;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

const PREFIX = /0x|0b|\\x/gi;

interface Notation {
  /** At least eight codes with whatever separates them; bounded, so a search stays linear. */
  readonly row: RegExp;
  readonly code: RegExp;
  readonly base: number;
}

const NOTATIONS: readonly Notation[] = [
  { row: /(?:[0-9a-f]{2}[\s:,;_-]{0,3}){8,}/gi, code: /[0-9a-f]{2}/gi, base: 16 },
  { row: /(?:[01]{7,8}[\s,;_-]{0,3}){8,}/g, code: /[01]{7,8}/g, base: 2 },
  { row: /(?:\d{2,3}[\s,;:/_-]{1,3}){7,}\d{2,3}/g, code: /\d{2,3}/g, base: 10 },
];
const FIRST_PRINTABLE = 32;
const LAST_LATIN = 255;
/** Fewer letters than this share of the codes are measurements and not a text. */
const LETTERS = 0.6;
const LETTER_OR_BLANK = /[a-z ]/gi;

/** Texts spelled as rows of character codes: hexadecimal, binary or decimal. */
export function decodeByteCodes(text: string): string[] {
  const plain = text.replace(PREFIX, ' ');
  return NOTATIONS.flatMap(({ row, code, base }) =>
    (plain.match(row) ?? []).map((codes) => toText(codes.match(code) ?? [], base)),
  ).filter((decoded) => (decoded.match(LETTER_OR_BLANK) ?? []).length > LETTERS * decoded.length);
}

const toText = (codes: readonly string[], base: number): string =>
  codes
    .map((code) => Number.parseInt(code, base))
    .map((code) => (code < FIRST_PRINTABLE || code > LAST_LATIN ? ' ' : String.fromCharCode(code)))
    .join('');

const ALPHABET = 26;
const A = 0x61;
const LETTER = /[a-z]/g;
const LONG_WORD = /[a-z]{4,}/g;
/** Words of fewer letters look shifted by chance. */
const SHORTEST_SHIFTED = 5;

const reverse = (text: string): string => [...text].reverse().join('');
const place = (word: string, index: number): number => word.charCodeAt(index) - A;

/** Steps from letter to letter, which no shift of the alphabet changes. */
const steps = (word: string): string =>
  Array.from(
    { length: word.length - 1 },
    (_, index) => (place(word, index + 1) - place(word, index) + ALPHABET) % ALPHABET,
  ).join();

const LONG = KEY_WORDS.filter(({ length }) => length >= SHORTEST_SHIFTED);
const BY_STEPS: ReadonlyMap<string, string> = new Map(LONG.map((word) => [steps(word), word]));
const BACKWARDS: ReadonlySet<string> = new Set(KEY_WORDS.map(reverse));

/**
 * Readings of a lower-case text whose letters were shifted in the alphabet (rot13, Caesar) or written backwards: those in
 * which a key word appears that is not in the text itself.
 */
export function decodeLetters(lowerCase: string): string[] {
  const words = [...new Set(lowerCase.match(LONG_WORD) ?? [])];
  const readings = [...shiftsOf(words)].map((shift) => unshift(lowerCase, shift));
  if (!words.some((word) => BACKWARDS.has(word))) return readings;
  return [...readings, reverse(lowerCase), lowerCase.replace(LONG_WORD, reverse)];
}

function shiftsOf(words: readonly string[]): ReadonlySet<number> {
  const shifts = new Set<number>();
  for (const word of words) {
    const meant = word.length < SHORTEST_SHIFTED ? undefined : BY_STEPS.get(steps(word));
    if (meant) shifts.add((place(word, 0) - place(meant, 0) + ALPHABET) % ALPHABET);
  }
  shifts.delete(0);
  return shifts;
}

const unshift = (text: string, shift: number): string =>
  text.replace(LETTER, (letter) =>
    String.fromCharCode(A + ((place(letter, 0) - shift + ALPHABET) % ALPHABET)),
  );
