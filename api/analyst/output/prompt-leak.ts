/**
 * Detects whether a text discloses a system prompt: a run of its words, in any case, spacing and punctuation, also
 * reversed, in rot13 or in base64. OWASP LLM07 (2025).
 */
import { fold } from '../guardrail/normalize.ts';

/** Number of consecutive words that count as a copy. */
const RUN = 8;
const NOT_LETTER = /[^a-z0-9]+/g;
const ENCODED = /[A-Za-z0-9+/_-]{32,}/g;
const ENCODED_SPACE = /(?<=[A-Za-z0-9+/_-]{16})\s+(?=[A-Za-z0-9+/_=-]{8})/g;
const SHIFTS = [0, 1, 2, 3];
const LETTER = /[a-z]/g;
const HALF_ALPHABET = 13;
const ALPHABET = 26;
const A = 0x61;

export function createLeakDetector(systemPrompt: string) {
  const words = toWords(systemPrompt);
  const runs = toRuns(words);
  const copies = (letters: string): boolean => runs.some((run) => letters.includes(run));
  return {
    /** True if the text contains a copied run, plain or encoded. */
    finds(text: string): boolean {
      const letters = toLetters(text);
      const forms = [letters, [...letters].reverse().join(''), rot13(letters)];
      return forms.some(copies) || decoded(text).some((inner) => copies(toLetters(inner)));
    },
    /** Number of words at the end of the text that are consecutive in the prompt as well. */
    trailingRun: (text: string): number => longestTrailingRun(words, toWords(text)),
  };
}

/** Every run of consecutive words of the prompt, letters only; a prompt shorter than a run gives a single one. */
function toRuns(words: readonly string[]): string[] {
  if (words.length === 0) return [];
  const count = Math.max(1, words.length - RUN + 1);
  return Array.from({ length: count }, (_, start) => words.slice(start, start + RUN).join(''));
}

function longestTrailingRun(words: readonly string[], ending: readonly string[]): number {
  let longest = 0;
  for (let last = 0; last < words.length; last += 1) {
    let length = 0;
    while (length <= last && length < ending.length && words[last - length] === ending.at(-1 - length))
      length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

const toWords = (text: string): string[] => fold(text).split(NOT_LETTER).filter(Boolean);
const toLetters = (text: string): string => fold(text).replace(NOT_LETTER, '');

const rot13 = (letters: string): string =>
  letters.replace(LETTER, (letter) =>
    String.fromCharCode(A + ((letter.charCodeAt(0) - A + HALF_ALPHABET) % ALPHABET)),
  );

/** Decoded base64 in the text, for each of the four possible offsets within a group. */
const decoded = (text: string): string[] =>
  (text.replace(ENCODED_SPACE, '').match(ENCODED) ?? []).flatMap((run) =>
    SHIFTS.map((shift) => Buffer.from(run.slice(shift), 'base64').toString('latin1')),
  );
