/**
 * Key words with shuffled inner letters ("ignroe", "prevoius") or one letter wrong ("instuctions"), which
 * readers and models alike take for the word itself. Source: OWASP LLM Prompt Injection Prevention Cheat
 * Sheet, typoglycemia-based attacks; one-letter errors by deletions on both sides, as in SymSpell.
 */
import { KEY_WORDS } from './key-words.ts';

/** Shorter words are one letter from too many honest ones. */
const SHORTEST_MISTYPED = 6;
const LONGEST = 1 + Math.max(...KEY_WORDS.map(({ length }) => length));

/** First letter, inner letters in alphabetical order, last letter. */
const signature = (word: string): string =>
  `${word.charAt(0)}${[...word.slice(1, -1)].sort().join('')}${word.slice(-1)}`;

const without = (word: string): string[] =>
  Array.from({ length: word.length - 1 }, (_, index) => word.slice(0, index + 1) + word.slice(index + 2));

const BY_SIGNATURE: ReadonlyMap<string, string> = new Map(KEY_WORDS.map((word) => [signature(word), word]));
const BY_DELETION: ReadonlyMap<string, string> = new Map(
  KEY_WORDS.filter(({ length }) => length >= SHORTEST_MISTYPED).flatMap((word) =>
    [word, ...without(word)].map((form) => [form, word] as const),
  ),
);

/** The key word this is a shuffle of; undefined for any other word. */
export const unshuffle = (word: string): string | undefined =>
  word.length > LONGEST ? undefined : BY_SIGNATURE.get(signature(word));

/** The key word this is one letter from, the first letter being right; undefined for any other word. */
export function correct(word: string): string | undefined {
  if (word.length < SHORTEST_MISTYPED - 1 || word.length > LONGEST) return undefined;
  for (const form of [word, ...without(word)]) {
    const meant = BY_DELETION.get(form);
    if (meant) return meant;
  }
  return undefined;
}
