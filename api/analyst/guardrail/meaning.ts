/**
 * The lexicon as a lookup: what the words at one position mean. `concepts.tsv` has concepts with words in English, German,
 * Spanish, French, Italian and Portuguese, without accents: `stem*` is a prefix, `two_words` a phrase. When two words
 * look alike the earlier row counts, so the order of the rows is part of the rules.
 */
import { readWords } from '../../http/read-words.ts';

/** Phrases whose words mean something else than they do alone. */
const HARMLESS_PHRASE = 'harmless phrase';
const ROWS = readWords(new URL('./concepts.tsv', import.meta.url));

/** What a word can mean to a rule, whatever its language. */
export type Concept = string;
export type Meaning = ReadonlySet<Concept>;

export interface Sentence {
  readonly words: readonly string[];
  /** What begins at each word. */
  readonly meanings: readonly Meaning[];
  /** Every concept among the meanings: most patterns ask for one that is not there. */
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

/** Names of elements: G2, L12, bus3. */
const IDENTIFIER = /^[a-z]{1,12}\d+[a-z]?$/;

const exact = new Map<string, Set<Concept>>();
const stems = new Map<string, Set<Concept>>();
const phrases = new Map<string, Phrase[]>();
const listed: string[] = [];

for (const [concept, entries] of ROWS) for (const entry of entries) enter(entry, concept);

const CONCEPTS: ReadonlySet<string> = new Set(ROWS.map(([concept]) => concept));

/** Rules name concepts by their text. */
export const isConcept = (name: string): boolean => CONCEPTS.has(name);

function enter(entry: string, concept: Concept): void {
  const words = entry.split('_');
  const [first = ''] = words;
  if (words.length > 1 || concept === HARMLESS_PHRASE) {
    phrases.set(first, [...(phrases.get(first) ?? []), { words, concept }]);
    return;
  }
  const stem = first.endsWith('*') ? first.slice(0, -1) : undefined;
  const known = stem === undefined ? exact : stems;
  const key = stem ?? first;
  known.set(key, (known.get(key) ?? new Set()).add(concept));
  listed.push(key);
}

/** Every single word or stem of the lexicon. */
export const LISTED: readonly string[] = listed;

const remembered = new Map<string, Meaning>(LISTED.map((word) => [word, look(word)]));

function look(word: string): Meaning {
  const found = new Set<Concept>(exact.get(word));
  for (let length = SHORTEST_STEM; length <= Math.min(word.length, LONGEST_STEM); length += 1) {
    for (const concept of stems.get(word.slice(0, length)) ?? []) found.add(concept);
  }
  if (IDENTIFIER.test(word) && !exact.has(word)) found.add('grid');
  return found.size > 0 ? found : UNKNOWN;
}

/** What one word means by itself; empty for a word nobody listed. */
export const meaningOf = (word: string): Meaning => remembered.get(word) ?? look(word);

/** What begins at each position: the word itself and the phrases it opens. */
function toMeanings(words: readonly string[]): readonly Meaning[] {
  const alone = new Map([...new Set(words)].map((word) => [word, meaningOf(word)] as const));
  return words.map((word, index) => {
    const opened = (phrases.get(word) ?? []).filter((phrase) => startsWith(phrase.words, words, index));
    if (opened.some(({ concept }) => concept === HARMLESS_PHRASE)) return HARMLESS;
    const own = alone.get(word) ?? UNKNOWN;
    return opened.length === 0 ? own : new Set([...own, ...opened.map(({ concept }) => concept)]);
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
