/**
 * Key words with one letter too many, missing or wrong ("instuctions"): a word and a key word are alike
 * when deleting at most one letter from each gives the same. Source: the symmetric delete of SymSpell.
 */
import { KEY_WORDS } from './key-words.ts';

/** Shorter key words are one letter from too many honest words. */
const SHORTEST = 6;
const LONGEST = Math.max(...KEY_WORDS.map(({ length }) => length));

/** The word, and the word without each of its letters but the first. */
const forms = (word: string): string[] => [
  word,
  ...Array.from({ length: word.length - 1 }, (_, index) => word.slice(0, index + 1) + word.slice(index + 2)),
];

const BY_FORM: ReadonlyMap<string, string> = new Map(
  KEY_WORDS.filter(({ length }) => length >= SHORTEST).flatMap((word) =>
    forms(word).map((form) => [form, word] as const),
  ),
);

/** The key word this is one letter from, the first letter being right; undefined for any other word. */
export function correctMistyped(word: string): string | undefined {
  if (word.length < SHORTEST - 1 || word.length > LONGEST + 1) return undefined;
  const known = forms(word).find((form) => BY_FORM.has(form));
  return known === undefined ? undefined : BY_FORM.get(known);
}
