/** Texts whose letters were shifted in the alphabet (rot13, Caesar) or written backwards. */
import { KEY_WORDS } from '../key-words.ts';

const ALPHABET = 26;
const A = 0x61;
const LETTER = /[a-z]/g;
const WORD = /[a-z]{4,}/g;
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

/** Readings of a lower-case text in which a key word appears that is not in the text itself. */
export function decodeLetters(lowerCase: string): string[] {
  const words = [...new Set(lowerCase.match(WORD) ?? [])];
  const readings = [...shiftsOf(words)].map((shift) => unshift(lowerCase, shift));
  if (!words.some((word) => BACKWARDS.has(word))) return readings;
  return [...readings, reverse(lowerCase), lowerCase.replace(WORD, reverse)];
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
