/** Texts encoded in a prompt, including nested encodings. */
import { KEY_WORDS } from './words.ts';

/** Deepest nesting of encodings that is decoded. */
const DEEPEST = 3;
/** Maximum number of characters of all decoded texts together, since every rule checks each of them. */
const MOST_CHARACTERS = 8000;

/** Texts that are hidden in a text by encodings. `isWhole`: true if `texts` is complete. */
export function hiddenTexts(text: string) {
  const texts = new Set<string>();
  let remaining = MOST_CHARACTERS;
  let layer = [text];
  for (let depth = 0; depth < DEEPEST && layer.length > 0; depth += 1) {
    const inner = new Set(layer.flatMap(decodings).filter((each) => !texts.has(each) && each !== text));
    layer = [];
    for (const each of inner) {
      if (remaining === 0) return { texts: [...texts], isWhole: false };
      const reading = each.slice(0, remaining);
      remaining -= reading.length;
      texts.add(reading);
      layer.push(reading);
    }
  }
  return { texts: [...texts], isWhole: remaining > 0 };
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

/** The text with its escapes decoded (percent, `\\u0041`, `\\x41`, `&#65;`, `&#x41;`); empty without escapes. */
export function decodeEscapes(text: string): string[] {
  const decoded = text.replace(ESCAPES, (written: string, ...groups: (string | undefined)[]) => {
    const [percent, x, u, plus, hexEntity, entity] = groups;
    const hex = percent ?? x ?? u ?? plus ?? hexEntity;
    const code = hex === undefined ? Number(entity) : Number.parseInt(hex, HEXADECIMAL);
    return code <= HIGHEST ? String.fromCodePoint(code) : written;
  });
  return decoded === text ? [] : [decoded];
}

/** Shortest run of base64; a shorter one decodes to less than a phrase. */
const MIN_CHARACTERS = 16;
const CANDIDATE = /[A-Za-z0-9+/_-]{16,}/g;
const SPACE = /\s+/;
const WHOLE = /^[A-Za-z0-9+/_-]+={0,2}$/;
const UNPRINTABLE = /[^\P{C}\s]/u;

/** Texts in base64, including url-safe, unpadded, and wrapped over lines. */
export function decodeBase64(text: string): string[] {
  const candidates = new Set([...(text.match(CANDIDATE) ?? []), ...wrapped(text)]);
  return [...candidates].map(decode).filter((decoded) => decoded !== undefined);
}

/** Chunks of base64 split by line breaks, joined. */
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

/** Decodes base64; undefined if the bytes are not text. */
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
  /** Pattern of at least eight codes in a row with any separators; bounded, so that the search stays linear. */
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
/** Least share of letters among the decoded codes; with a smaller share, the codes are taken for measurements. */
const LETTERS = 0.6;
const LETTER_OR_BLANK = /[a-z ]/gi;

/** Texts written as character codes: hexadecimal, binary or decimal. */
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
const WORD = /[a-z]+/g;
const LONG_WORD = /[a-z]{4,}/g;
/** Shortest key word that is searched for in shifted text; shorter words match by chance. */
const SHORTEST_SHIFTED = 5;

const reverse = (text: string): string => [...text].reverse().join('');
const place = (word: string, index: number): number => word.charCodeAt(index) - A;

/** Differences between successive letters; a shift of the alphabet does not change them. */
const steps = (word: string): string =>
  Array.from(
    { length: word.length - 1 },
    (_, index) => (place(word, index + 1) - place(word, index) + ALPHABET) % ALPHABET,
  ).join();

const LONG = KEY_WORDS.filter(({ length }) => length >= SHORTEST_SHIFTED);
const BY_STEPS: ReadonlyMap<string, string> = new Map(LONG.map((word) => [steps(word), word]));
const BACKWARDS: ReadonlySet<string> = new Set(KEY_WORDS.map(reverse));

/**
 * Readings of a lower-case text whose letters were shifted (rot13, Caesar) or reversed. Only readings with a key word
 * that the text itself lacks are returned.
 */
export function decodeLetters(lowerCase: string): string[] {
  const readings = unshift(lowerCase);
  if (!lowerCase.match(LONG_WORD)?.some((word) => BACKWARDS.has(word))) return readings;
  return [...readings, reverse(lowerCase), lowerCase.replace(LONG_WORD, reverse)];
}

/** A key word in shifted text: its position, and the shift that reveals it. */
interface Anchor {
  readonly at: number;
  readonly shift: number;
}

/** Decodes a text of one or several shifts: each word is decoded by the shift of the nearest key word. */
function unshift(lowerCase: string): string[] {
  const anchors = anchorsOf(lowerCase);
  if (anchors.length === 0) return [];
  let near = 0;
  const distance = (anchor: number, at: number): number =>
    Math.abs((anchors[anchor]?.at ?? Number.POSITIVE_INFINITY) - at);
  const reading = lowerCase.replace(WORD, (word, at: number) => {
    while (distance(near + 1, at) <= distance(near, at)) near += 1;
    return shifted(word, anchors[near]?.shift ?? 0);
  });
  return [reading];
}

function anchorsOf(lowerCase: string): Anchor[] {
  const anchors: Anchor[] = [];
  for (const { 0: word, index } of lowerCase.matchAll(LONG_WORD)) {
    const meant = word.length < SHORTEST_SHIFTED ? undefined : BY_STEPS.get(steps(word));
    const shift = meant === undefined ? 0 : (place(word, 0) - place(meant, 0) + ALPHABET) % ALPHABET;
    if (shift > 0) anchors.push({ at: index, shift });
  }
  return anchors;
}

const shifted = (word: string, shift: number): string =>
  word.replace(LETTER, (letter) =>
    String.fromCharCode(A + ((place(letter, 0) - shift + ALPHABET) % ALPHABET)),
  );
