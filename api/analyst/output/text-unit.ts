/**
 * A text as units that can be cleaned and released one by one: white space, or a word together with what
 * may hold white space itself (a tag, the target of a link, a private key, a bearer token). Where a unit
 * ends depends on nothing but the text so far, so a stream and a whole text are cut alike.
 */
import { TAG_NAMES } from './clean-unit.ts';

/** Longest tag and longest target of a link, in characters; longer ones are cleaned word by word. */
const LONGEST = 1000;

const TAG = `</?(?:${TAG_NAMES})(?![^\\s/>])[^<>]{0,${LONGEST}}`;
const COMMENT = `<!--(?:(?!-->)[\\s\\S]){0,${LONGEST}}`;
const INNER = `[^()]{0,${LONGEST}}`;
const TARGET = `\\]\\(${INNER}(?:\\(${INNER}\\)${INNER})?`;
const KEY_HEADER = '-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----';
const KEY_END = '-----END [A-Z ]{0,30}-----';
const KEY_BODY = `(?:(?!${KEY_END})[\\s\\S])*`;
const TOKEN = '(?<![A-Za-z0-9])bearer\\s+[\\w.~+/=-]*';

const WORD = new RegExp(
  `\\s+|(?:${COMMENT}-->|${TAG}>|${TARGET}\\)|${KEY_HEADER}${KEY_BODY}(?:${KEY_END}|$)|${TOKEN}|[^\\s])+`,
  'iy',
);
/** What begins here and may go on in text still to come. */
const OPEN = new RegExp(
  `(?:${COMMENT}|${TAG}|${TARGET}|-----BEGIN [A-Z ]{0,40}-{0,5}|${KEY_HEADER}${KEY_BODY}|${TOKEN})$`,
  'iy',
);
const OPENER = /[<\]\-b]/gi;
const SPACE = /\s/;

/** End of the unit at `start`; undefined while `isLast` is false and more text may belong to it. */
export function unitEnd(text: string, start: number, isLast: boolean): number | undefined {
  WORD.lastIndex = start;
  if (!WORD.test(text)) return undefined;
  const end = WORD.lastIndex;
  if (isLast || SPACE.test(text.charAt(start))) return end;
  return end === text.length || isOpen(text, start, end) ? undefined : end;
}

function isOpen(text: string, start: number, end: number): boolean {
  OPENER.lastIndex = start;
  for (let found = OPENER.exec(text); found && found.index < end; found = OPENER.exec(text)) {
    OPEN.lastIndex = found.index;
    if (OPEN.test(text)) return true;
  }
  return false;
}
