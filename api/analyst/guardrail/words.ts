/** Splits folded text into the intended words: undoes leetspeak, and spaced-out and run-together spelling. */
import { readWords } from '../../http/read-words.ts';
import { LISTED, meaningOf } from './meaning.ts';

const SPACES = /\s+/;
const NOT_WORD = /[^a-z0-9]+/;
const EDGES = /^[^a-z0-9@$!|]+|(?<![^a-z0-9@$])[^a-z0-9@$]+$/g;
const LEET = /[0-9@$!|+]/;
const LETTER = /[a-z]/;
const LEET_LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '+': 't',
  l: 'i',
};
const DISGUISED = /[01345789@$!|+l]/g;

/** Shortest word that is searched for inside others; shorter words occur by chance. */
const SHORTEST_HIDDEN = 4;
const RUN_TOGETHER = 13;
const FRAGMENT = 2;
const MEANINGLESS_FRAGMENT = 5;
/** Least share of the letters of a run that recognized words must cover. */
const EXPLAINED = 0.5;
const MOSTLY = 0.7;
const LONGEST_WORD = 24;

const skeleton = (word: string): string => word.replace(DISGUISED, (c) => LEET_LETTERS[c] ?? c);
const spelled = LISTED.filter((word) => word.length >= SHORTEST_HIDDEN);
const BY_SKELETON = new Map(spelled.toReversed().map((word) => [skeleton(word), word]));
/** First letters -> words that begin with them, longest first. */
const BY_START = new Map<string, string[]>();
for (const word of spelled.toSorted((a, b) => b.length - a.length)) {
  const start = word.slice(0, SHORTEST_HIDDEN);
  BY_START.set(start, [...(BY_START.get(start) ?? []), word]);
}

/** Words that are too short to be distinguished from names when digits replace letters. */
const SHORT = new Map(
  ['all', 'you', 'any', 'and', 'the', 'are', 'now', 'dan'].map((word) => [skeleton(word), word]),
);
const NAME = /^[a-z]+\d+$/;

/** `1gn0re`, `lgnore`, `ignroe` -> `ignore`; undefined for an undisguised word. */
function undisguise(word: string): string | undefined {
  if (word.length > LONGEST_WORD) return undefined;
  if (word.length < SHORTEST_HIDDEN) {
    return LEET.test(word) && LETTER.test(word) && !NAME.test(word) ? SHORT.get(skeleton(word)) : undefined;
  }
  if (meaningOf(word).size === 0) return unleet(word) ?? unshuffle(word) ?? correctMistyped(word);
  // A name of an element (G12) has a meaning, but may also be leetspeak (rul3s).
  return LEET.test(word) ? BY_SKELETON.get(skeleton(word)) : undefined;
}

/** The word, or stem of a word, that looks like this leetspeak. */
function unleet(word: string): string | undefined {
  const looks = skeleton(word);
  for (let length = looks.length; length >= SHORTEST_HIDDEN; length -= 1) {
    const listed = BY_SKELETON.get(looks.slice(0, length));
    if (listed && (length === looks.length || meaningOf(`${listed}...`).size > 0)) return listed;
  }
  return undefined;
}

export function toWords(folded: string): string[] {
  const wordsOfChunk = new Map<string, readonly string[]>();
  const read = (chunk: string): readonly string[] => {
    const words = wordsOfChunk.get(chunk) ?? split(chunk).flatMap(pullApart).filter(Boolean);
    wordsOfChunk.set(chunk, words);
    return words;
  };
  return joinFragments(folded.split(SPACES).flatMap(read));
}

/** Decodes leetspeak first, as it uses punctuation as letters, and then splits at punctuation. */
function split(chunk: string): string[] {
  const bare = chunk.replace(EDGES, '');
  if (bare.length <= LONGEST_WORD && LEET.test(bare) && LETTER.test(bare) && meaningOf(bare).size === 0) {
    const decoded = unleet(bare);
    if (decoded) return [decoded];
  }
  return chunk.split(NOT_WORD).map(asMeant);
}

const asMeant = (word: string): string => undisguise(word) ?? word;

/** `ignoreallpreviousinstructions` -> its words; other words are returned whole. */
function pullApart(word: string): string[] {
  if (word.length < RUN_TOGETHER) return [word];
  if (word.length > LONGEST_WORD) return hiddenIn(word);
  if (meaningOf(word).size > 0) return wordsAfterStem(word);
  const hidden = hiddenIn(word);
  return hidden.length > 1 ? hidden : [word];
}

/** Splits run-together words that begin with a stem (`revealyoursystemprompt`); a single word is not split. */
function wordsAfterStem(word: string): string[] {
  const hidden = hiddenIn(word);
  return hidden.length > 2 && hidden.join('').length >= MOSTLY * word.length ? hidden : [word];
}

/** Known words in a run of letters, left to right, longest first. */
function hiddenIn(letters: string): string[] {
  const words: string[] = [];
  for (let at = 0; at < letters.length; ) {
    const start = letters.slice(at, at + SHORTEST_HIDDEN);
    const word = BY_START.get(start)?.find((each) => letters.startsWith(each, at));
    if (word) words.push(word);
    at += word?.length ?? 1;
  }
  return words;
}

/** `i g n o r e` or `ig no re` -> `ignore`, if the fragments form a known word. */
function joinFragments(words: readonly string[]): string[] {
  const joined: string[] = [];
  let run: string[] = [];
  for (const word of [...words, '']) {
    if (isFragment(word)) {
      run.push(word);
    } else {
      joined.push(...joinedRun(run), word);
      run = [];
    }
  }
  return joined.filter(Boolean);
}

const isFragment = (word: string): boolean =>
  word !== '' &&
  (word.length <= FRAGMENT || (word.length <= MEANINGLESS_FRAGMENT && meaningOf(word).size === 0));

function joinedRun(run: readonly string[]): readonly string[] {
  if (run.length < 2) return run;
  const letters = run.join('');
  const plainly = hiddenIn(letters);
  const hidden = plainly.length > 0 ? plainly : hiddenIn(skeleton(letters));
  const isNews = hidden.some((word) => word.length > SHORTEST_HIDDEN && !run.includes(word));
  return isNews && hidden.join('').length >= EXPLAINED * letters.length ? hidden : run;
}

/** Words that occur in almost every attack, in full; misspelt forms are recognized too. */
export const KEY_WORDS: readonly string[] = readWords(new URL('./key-words.tsv', import.meta.url)).flatMap(
  ([, words]) => words,
);

const LONGEST_KEY = Math.max(...KEY_WORDS.map(({ length }) => length));

/** First letter, inner letters in alphabetical order, last letter. */
const signature = (word: string): string =>
  `${word.charAt(0)}${[...word.slice(1, -1)].sort().join('')}${word.slice(-1)}`;

const BY_SIGNATURE: ReadonlyMap<string, string> = new Map(KEY_WORDS.map((word) => [signature(word), word]));

/**
 * The key word whose inner letters are shuffled here ("ignroe", "prevoius"), which readers and models alike recognize;
 * undefined for any other word. Source: OWASP LLM Prompt Injection Prevention Cheat Sheet, typoglycemia-based attacks.
 */
export const unshuffle = (word: string): string | undefined =>
  word.length > LONGEST_KEY ? undefined : BY_SIGNATURE.get(signature(word));

/** Shortest key word that is matched with a typing error; shorter words resemble too many ordinary words. */
const SHORTEST_KEY = 6;

/** The word itself, and the word without each of its letters except the first. */
const forms = (word: string): string[] => [
  word,
  ...Array.from({ length: word.length - 1 }, (_, index) => word.slice(0, index + 1) + word.slice(index + 2)),
];

const BY_FORM: ReadonlyMap<string, string> = new Map(
  KEY_WORDS.filter(({ length }) => length >= SHORTEST_KEY).flatMap((word) =>
    forms(word).map((form) => [form, word] as const),
  ),
);

/**
 * The key word that differs by one added, missing or replaced letter ("instuctions"), the first letter being correct;
 * undefined for any other word. Two words match when deleting at most one letter from each gives the same text (symmetric
 * delete of SymSpell).
 */
export function correctMistyped(word: string): string | undefined {
  if (word.length < SHORTEST_KEY - 1 || word.length > LONGEST_KEY + 1) return undefined;
  const keyForm = forms(word).find((form) => BY_FORM.has(form));
  return keyForm === undefined ? undefined : BY_FORM.get(keyForm);
}
