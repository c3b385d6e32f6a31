/** Texts spelled as rows of character codes: hexadecimal, binary or decimal. */
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
const LETTER = /[a-z ]/gi;

export function decodeByteCodes(text: string): string[] {
  const plain = text.replace(PREFIX, ' ');
  return NOTATIONS.flatMap(({ row, code, base }) =>
    (plain.match(row) ?? []).map((codes) => toText(codes.match(code) ?? [], base)),
  ).filter((decoded) => (decoded.match(LETTER) ?? []).length > LETTERS * decoded.length);
}

const toText = (codes: readonly string[], base: number): string =>
  codes
    .map((code) => Number.parseInt(code, base))
    .map((code) => (code < FIRST_PRINTABLE || code > LAST_LATIN ? ' ' : String.fromCharCode(code)))
    .join('');
