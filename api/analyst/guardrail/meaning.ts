/**
 * Lexicon: meanings of the words at a position. `concepts.tsv` lists concepts with words in English, German, Spanish,
 * French, Italian and Portuguese, without accents: `stem*` is a prefix, `two_words` a phrase. If two words look alike,
 * the earlier row applies, so the order of rows matters.
 */
import { readWords } from '../../http/read-words.ts';

/** Concept of phrases that are harmless, although their single words have another meaning. */
const HARMLESS_PHRASE = 'harmless phrase';
const ROWS = readWords(new URL('./concepts.tsv', import.meta.url));

/** A language-independent meaning of a word. */
export type Concept = string;
export type Meaning = ReadonlySet<Concept>;

export interface Sentence {
  readonly words: readonly string[];
  /** Meanings of the word or phrase that begins at each position. */
  readonly meanings: readonly Meaning[];
  /**
   * All concepts in `meanings`. Most patterns require a concept that the text lacks; this set rules them out quickly.
   */
  readonly concepts: ReadonlySet<Concept>;
}

interface Phrase {
  readonly words: readonly string[];
  readonly concept: Concept;
}

const SHORTEST_STEM = 3;
const LONGEST_STEM = 24;
const UNKNOWN: Meaning = new Set();
const HARMLESS: Meaning = new Set(['grid']);

/** Pattern of element names: G2, L12, bus3. */
const IDENTIFIER = /^[a-z]{1,12}\d+[a-z]?$/;

const exact = new Map<string, Set<Concept>>();
const stems = new Map<string, Set<Concept>>();
const phrases = new Map<string, Phrase[]>();
const listed: string[] = [];

for (const [concept, entries] of ROWS) for (const entry of entries) enter(entry, concept);

const CONCEPTS: ReadonlySet<string> = new Set(ROWS.map(([concept]) => concept));

/** True for a concept of the lexicon; rules refer to concepts by name. */
export const isConcept = (name: string): boolean => CONCEPTS.has(name);

function enter(entry: string, concept: Concept): void {
  const words = entry.split('_');
  const [first = ''] = words;
  if (words.length > 1 || concept === HARMLESS_PHRASE) {
    phrases.set(first, [...(phrases.get(first) ?? []), { words, concept }]);
    return;
  }
  const stem = first.endsWith('*') ? first.slice(0, -1) : undefined;
  const index = stem === undefined ? exact : stems;
  const key = stem ?? first;
  index.set(key, (index.get(key) ?? new Set()).add(concept));
  listed.push(key);
}

/** Single words and stems that the lexicon lists. */
export const LISTED: readonly string[] = listed;

const remembered = new Map<string, Meaning>(LISTED.map((word) => [word, look(word)]));

function look(word: string): Meaning {
  const concepts = new Set<Concept>(exact.get(word));
  for (let length = SHORTEST_STEM; length <= Math.min(word.length, LONGEST_STEM); length += 1) {
    for (const concept of stems.get(word.slice(0, length)) ?? []) concepts.add(concept);
  }
  if (IDENTIFIER.test(word) && !exact.has(word)) concepts.add('grid');
  return concepts.size > 0 ? concepts : UNKNOWN;
}

/** Meaning of a single word; empty for a word that is not listed. */
export const meaningOf = (word: string): Meaning => remembered.get(word) ?? look(word);

/** Meanings at each position: those of the word itself and of phrases that begin with the word. */
function toMeanings(words: readonly string[]): readonly Meaning[] {
  const alone = new Map([...new Set(words)].map((word) => [word, meaningOf(word)] as const));
  return words.map((word, index) => {
    const opened = (phrases.get(word) ?? []).filter((phrase) => startsWith(phrase.words, words, index));
    if (opened.some(({ concept }) => concept === HARMLESS_PHRASE)) return HARMLESS;
    const single = alone.get(word) ?? UNKNOWN;
    return opened.length === 0 ? single : new Set([...single, ...opened.map(({ concept }) => concept)]);
  });
}

const startsWith = (parts: readonly string[], words: readonly string[], index: number): boolean =>
  parts.every((part, offset) => {
    const word = words[index + offset] ?? '';
    return part.endsWith('*') ? word.startsWith(part.slice(0, -1)) : word === part;
  });

export function toSentence(words: readonly string[]): Sentence {
  const meanings = toMeanings(words);
  const different = [...new Set(meanings)];
  return { words, meanings, concepts: new Set(different.flatMap((meaning) => [...meaning])) };
}
