/** Folded text -> words as they were meant: leetspeak, spaced-out and run-together writing undone. */
import { LISTED, meaningOf } from './lexicon/meaning.ts';
import { unshuffle } from './typoglycemia.ts';

const NOT_WORD = /[^a-z0-9]+/;
const EDGES = /^[^a-z0-9@$!|]+|[^a-z0-9@$]+$/g;
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
const DISGUISED = /[0134578 9@$!|+l]/g;

/** Words worth finding inside others; shorter ones occur by chance. */
const SHORTEST_HIDDEN = 4;
const RUN_TOGETHER = 13;
const SHORTEST_RUN = 4;
const FRAGMENT = 2;
const LONGEST_WORD = 24;

const skeleton = (word: string): string => word.replace(DISGUISED, (c) => LEET_LETTERS[c] ?? c);
const spelled = LISTED.filter((word) => word.length >= SHORTEST_HIDDEN);
const BY_SKELETON = new Map(spelled.toReversed().map((word) => [skeleton(word), word]));
const HIDDEN = new RegExp(spelled.toSorted((a, b) => b.length - a.length).join('|'), 'g');

/** `1gn0re`, `lgnore`, `ignroe` -> `ignore`; undefined for a word that is nothing else in disguise. */
function undisguise(word: string): string | undefined {
  if (word.length > LONGEST_WORD || meaningOf(word).size > 0) return undefined;
  return BY_SKELETON.get(skeleton(word)) ?? unshuffle(word);
}

export function toWords(folded: string): string[] {
  const words = folded.split(/\s+/).flatMap(split).flatMap(pullApart);
  return joinFragments(words.filter(Boolean));
}

/** Leetspeak uses punctuation as letters, so it is looked for before punctuation splits words. */
function split(chunk: string): string[] {
  const bare = chunk.replace(EDGES, '');
  if (bare.length <= LONGEST_WORD && LEET.test(bare) && LETTER.test(bare) && meaningOf(bare).size === 0) {
    const meant = BY_SKELETON.get(skeleton(bare));
    if (meant) return [meant];
  }
  return chunk.split(NOT_WORD).map(plain);
}

/** An element's name (G2, L3) is no disguise, though it mixes letters and digits. */
const plain = (word: string): string => undisguise(word) ?? word;

/** `ignoreallpreviousinstructions` -> its known words; others stay whole. */
function pullApart(word: string): string[] {
  if (word.length < RUN_TOGETHER || meaningOf(word).size > 0) {
    return word.length > LONGEST_WORD ? hiddenIn(word) : [word];
  }
  const found = hiddenIn(word);
  return found.length > 1 ? found : [word];
}

const hiddenIn = (letters: string): string[] => letters.match(HIDDEN) ?? [];

/** `i g n o r e` or `ig no re` -> `ignore`, where the fragments make a known word at all. */
function joinFragments(words: readonly string[]): string[] {
  const joined: string[] = [];
  let run: string[] = [];
  for (const word of [...words, '']) {
    if (word !== '' && word.length <= FRAGMENT) {
      run.push(word);
    } else {
      joined.push(...meant(run), word);
      run = [];
    }
  }
  return joined.filter(Boolean);
}

function meant(run: readonly string[]): readonly string[] {
  if (run.length < SHORTEST_RUN) return run;
  const letters = run.join('');
  const found = letters.match(HIDDEN) ?? skeleton(letters).match(HIDDEN);
  return found?.some(({ length }) => length > SHORTEST_HIDDEN) ? found : run;
}
