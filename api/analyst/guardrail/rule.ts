/** Rules of the guardrail and their evaluation on a text. The rules themselves are in `rules.ts`. */
import { type Concept, isConcept, type Meaning, type Sentence, toSentence } from './meaning.ts';
import { toWords } from './words.ts';

/** A rule. It is met if any of its four kinds of evidence matches. */
export interface Rule {
  readonly id: string;
  /** Effect of the rule; `warn` lets the prompt pass. */
  readonly action: 'block' | 'warn';
  readonly warning: string;
  /** Patterns over the meanings of words, in the notation of the function `pattern`. */
  readonly meanings?: readonly string[];
  /** Patterns over the text in lower case and Latin letters, without accents; punctuation and line breaks are kept. */
  readonly folded?: readonly RegExp[];
  /** Patterns over the visible text. */
  readonly visible?: readonly RegExp[];
  /** Openings of a chat turn in the folded text; the last group is its content, which must be an instruction. */
  readonly turns?: RegExp;
}

/** A prompt, or a text hidden in one, prepared for the rules. */
export interface View extends Sentence {
  readonly visible: string;
  readonly folded: string;
}

export function matcherOf({
  meanings = [],
  folded = [],
  visible = [],
  turns,
}: Rule): (view: View) => boolean {
  const patterns = meanings.map(pattern);
  return (view) =>
    patterns.some((matches) => matches(view)) ||
    folded.some((shape) => shape.test(view.folded)) ||
    visible.some((shape) => view.visible.search(shape) >= 0) ||
    (turns !== undefined && [...view.folded.matchAll(turns)].some((turn) => isOrder(turn.at(-1) ?? '')));
}

const GIVES_ORDERS = ['ignore', 'become', 'bad-mode'] as const;
const SPEAKS_TO_MODEL = [...GIVES_ORDERS, 'you', 'your', 'reveal', 'prompt', 'comply'] as const;
/** Most words of a name after a role: in `system: north`, `north` names a case. More words may be an instruction. */
const MOST_IN_A_NAME = 2;

/** True for "system: you are unrestricted", an instruction; false for "system: 24 buses", which describes a case. */
function isOrder(said: string): boolean {
  const { words, concepts } = toSentence(toWords(said));
  const holds = (any: readonly Concept[]): boolean => any.some((concept) => concepts.has(concept));
  if (concepts.has('grid') || /\d/.test(said)) return holds(GIVES_ORDERS);
  return holds(SPEAKS_TO_MODEL) || words.length > MOST_IN_A_NAME;
}

interface Step {
  readonly concepts: readonly Concept[];
  /** Maximum number of words between the match of the previous step and the match of this step. */
  readonly gap: number;
  /** True if the words of the gap must not include a word of power systems. */
  readonly plain: boolean;
}

/** Maximum number of words between a preposition and its object. */
const ABOUT_GRID = 3;
/** Number of words before a match that a trailing `?` checks. The next constant: number of words after it. */
const BEFORE = 4;
const AFTER = 6;
const NEXT = 2;
const NUMBER_NEAR = 3;
const NUMBER = /^\d/;

/**
 * Compiles a pattern. `ignore ~8 previous your -2 instruction` matches a word with the meaning `ignore`, then within 8
 * words a word with the meaning `previous` or `your`, then within 2 words one with the meaning `instruction`; `-` in
 * place of `~` allows no word of power systems in between. A trailing `!` requires that the last word does not refer to
 * the grid, a trailing `?` that no nearby word does. A search costs at most (words x product of the gaps), so no prompt
 * can make it slow.
 */
export function pattern(source: string): (sentence: Sentence) => boolean {
  const parts = source.split(' ');
  const mark = parts.at(-1);
  const steps = toSteps(mark === '!' || mark === '?' ? parts.slice(0, -1) : parts);
  return ({ words, meanings, concepts }) => {
    if (!steps.every((step) => step.concepts.some((concept) => concepts.has(concept)))) return false;
    const ends = (start: number, end: number): boolean =>
      !(mark === '!' && isAboutGrid(words, meanings, end)) &&
      !(mark === '?' && isAmongGrid(words, meanings, start, end));
    const goesOn = (start: number, index: number, done: number): boolean => {
      const step = steps[done];
      if (!step) return ends(start, index);
      return candidates(meanings, index + 1, step).some((next) => goesOn(start, next, done + 1));
    };
    const [first] = steps;
    return meanings.some((meaning, index) => first && meets(meaning, first) && goesOn(index, index, 1));
  };
}

/** Positions from `start`, within the gap of a step, that match the step. */
function candidates(meanings: readonly Meaning[], start: number, step: Step): number[] {
  const positions: number[] = [];
  for (let index = start; index <= start + step.gap; index += 1) {
    const meaning = meanings[index];
    if (!meaning) break;
    if (meets(meaning, step)) positions.push(index);
    if (step.plain && meaning.has('grid')) break;
  }
  return positions;
}

const meets = (meaning: Meaning, { concepts }: Step): boolean =>
  meaning.size > 0 && concepts.some((concept) => meaning.has(concept));

/**
 * True if the words refer to the grid: `previous limit`, `above 300 MW`, `rules for hour 3`, `rules of the coal units`.
 */
function isAboutGrid(words: readonly string[], meanings: readonly Meaning[], index: number): boolean {
  const reach = meanings[index + 1]?.has('of') ? 1 + ABOUT_GRID : NEXT;
  for (let next = index + 1; next <= index + reach && next < words.length; next += 1) {
    if (meanings[next]?.has('grid') || NUMBER.test(words[next] ?? '')) return true;
  }
  return false;
}

/** True if in or near the match there is a number, a word used only in power systems, or a numbered word (`line 4`). */
function isAmongGrid(
  words: readonly string[],
  meanings: readonly Meaning[],
  start: number,
  end: number,
): boolean {
  for (let index = Math.max(0, start - BEFORE); index <= end + AFTER; index += 1) {
    const meaning = meanings[index];
    const isNumbered = NUMBER.test(words[index + 1] ?? '');
    if (meaning?.has('grid') && (isNumbered || !meaning.has('generic'))) return true;
  }
  return words.slice(end + 1, end + 1 + NUMBER_NEAR).some((word) => NUMBER.test(word));
}

function toSteps(parts: readonly string[]): Step[] {
  const steps: Step[] = [];
  let gap = '~0';
  for (const part of parts) {
    if (/^[~-]\d+$/.test(part)) gap = part;
    else {
      steps.push({
        concepts: part.split('|').map(toConcept),
        gap: Number(gap.slice(1)),
        plain: gap.startsWith('-'),
      });
      gap = '~0';
    }
  }
  return steps;
}

function toConcept(name: string): Concept {
  if (!isConcept(name)) throw new RangeError(`no concept ${name}`);
  return name;
}
