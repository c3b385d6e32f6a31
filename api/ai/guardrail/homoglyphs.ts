/** Letters of other scripts, and small capitals, that are drawn like a Latin letter (after Unicode UTS 39). */

/** Each pair: look-alikes, then the Latin letter each stands for, position by position. */
const PAIRS: readonly (readonly [lookAlikes: string, latin: string])[] = [
  ['авекмнорстухгіїјѕԁһԛԝпьꙇ', 'abekmhopctyxriijsdhqwnbi'],
  ['αβγεηικνορστυχωϲϳ', 'abyenikvopotuxwcj'],
  ['օոսհցզքյ', 'onuhgqpj'],
  ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'],
  ['ıɩɑɡøłđ', 'iiagold'],
];

const A = 0x61;
const ALPHABET = 26;
/** Letters in boxes and circles, and regional indicators, which NFKC leaves alone. */
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

/** Lower-case text with look-alikes in Latin; for matching only, since it garbles honest Greek. */
export const toLatin = (text: string): string =>
  text.replace(NOT_ASCII, (letter) => LATIN.get(letter) ?? letter);
