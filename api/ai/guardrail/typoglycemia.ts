/**
 * Key words with shuffled inner letters ("ignroe", "prevoius"), which readers and models alike take for
 * the word itself. Source: OWASP LLM Prompt Injection Prevention Cheat Sheet, typoglycemia-based attacks.
 */
import { KEY_WORDS } from './key-words.ts';

/** First letter, inner letters in alphabetical order, last letter. */
const signature = (word: string): string =>
  `${word.charAt(0)}${[...word.slice(1, -1)].sort().join('')}${word.slice(-1)}`;

const LONGEST = Math.max(...KEY_WORDS.map(({ length }) => length));
const BY_SIGNATURE: ReadonlyMap<string, string> = new Map(KEY_WORDS.map((word) => [signature(word), word]));

/** The key word this is a shuffle of; undefined for any other word. */
export const unshuffle = (word: string): string | undefined =>
  word.length > LONGEST ? undefined : BY_SIGNATURE.get(signature(word));
