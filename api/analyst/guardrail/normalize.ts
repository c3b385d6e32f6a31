/** Normalizes a prompt: to the text that a person sees, and to the text that rules check, without disguised letters. */

/** Zero-width, bidirectional, tag and other default-ignorable characters, and controls that are not space. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|[^\P{Cc}\t\n\r]/gu;
/** Variation selectors of emoji; they hide nothing. */
const EMOJI_JOINERS = /[\u{FE0E}\u{FE0F}]/gu;
/** Tag characters, which mirror ASCII: invisible to people, readable by models. */
const TAGS = /[\u{E0020}-\u{E007E}]/gu;
const TAG_BASE = 0xe0000;

/** The text as a person sees it: compatibility forms resolved, invisible characters removed. `smuggled`: text in tag characters. */
export function toVisible(prompt: string) {
  const compatible = prompt.normalize('NFKC').replace(EMOJI_JOINERS, '');
  const text = compatible.replace(INVISIBLE, '');
  const tags = compatible.match(TAGS) ?? [];
  return {
    text,
    hadInvisible: text.length < compatible.length,
    smuggled: tags.map((tag) => String.fromCodePoint((tag.codePointAt(0) ?? TAG_BASE) - TAG_BASE)).join(''),
  };
}

const MARKS = /\p{M}/gu;
const TYPOGRAPHIC = /[‘’‚‛“”„‟«»‹›`´]/g;
const SPACES = /[^\S\n]+/g;
const LINES = / ?\n\s*/g;

/**
 * Visible text in lower case and Latin letters, without accents, with single blanks. Line breaks are kept, as chat markup
 * begins at the start of a line.
 */
export const fold = (text: string): string =>
  toLatin(text.toLowerCase().normalize('NFD').replace(MARKS, ''))
    .replace(TYPOGRAPHIC, "'")
    .replace(SPACES, ' ')
    .replace(LINES, '\n')
    .trim();

/**
 * Letters of other scripts, and small capitals, that look like a Latin letter (after Unicode UTS 39). Each pair:
 * look-alikes, and the Latin letters they stand for, by position.
 */
const PAIRS: readonly (readonly [lookAlikes: string, latin: string])[] = [
  ['авекмнорстухгіїјѕԁһԛԝпьꙇ', 'abekmhopctyxriijsdhqwnbi'],
  ['αβγεηικνορστυχωϲϳ', 'abyenikvopotuxwcj'],
  ['օոսհցզքյ', 'onuhgqpj'],
  ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'],
  ['ıɩɑɡøłđ', 'iiagold'],
];

const A = 0x61;
const ALPHABET = 26;
/** First code points of letters in boxes and circles, and of regional indicators, which NFKC does not convert. */
const ENCLOSED = [0x1f150, 0x1f170, 0x1f1e6];

const LATIN: ReadonlyMap<string, string> = new Map([
  ...PAIRS.flatMap(([lookAlikes, latin]) =>
    [...lookAlikes].map((letter, index) => [letter, latin[index] ?? letter] as const),
  ),
  ...ENCLOSED.flatMap((first) =>
    Array.from(
      { length: ALPHABET },
      (_, index) => [String.fromCodePoint(first + index), String.fromCodePoint(A + index)] as const,
    ),
  ),
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
]);

const NOT_ASCII = /[^\p{ASCII}]/gu;

/**
 * Lower-case text in which Latin letters replace look-alikes; for matching only, since it garbles genuine Greek and
 * Cyrillic.
 */
const toLatin = (text: string): string => text.replace(NOT_ASCII, (letter) => LATIN.get(letter) ?? letter);
