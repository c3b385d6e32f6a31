/** Checks an answer: every figure is traced to a source, or reported as unsupported. */
import { createContextReader, maskNames, within } from './context.ts';
import type { Evidence } from './evidence.ts';
import { type Basis, type Labels, labelsBehind } from './facts.ts';
import { findMentions, type Mention, plainDigits } from './mentions.ts';
import { createTracer } from './trace.ts';

/** Source of a figure in an answer. */
export interface GroundedFigure {
  /** The figure as written in the answer. */
  readonly text: string;
  /** Tool that returned the figure; `question` if the user stated it. */
  readonly tool: string;
  /** Place of the figure in the result of the tool. */
  readonly path: string;
  readonly value: number;
  /** Element and hour of the record of a figure; for a computed one, those common to its operands. */
  readonly labels: Labels;
}

interface Grounding {
  readonly citations: readonly GroundedFigure[];
  /** Unsupported figures and names. */
  readonly untraced: readonly Mention[];
}

/** Number of recent figures that later sentences may compute with. */
const MOST_CITED = 40;

/** Checks an answer sentence by sentence and remembers the figures of earlier sentences. */
function createGroundingGate(evidence: Evidence) {
  const readContext = createContextReader(evidence);
  const question = readContext(evidence.question, findMentions(evidence.question));
  const tracer = createTracer(evidence);
  const cited: Basis[] = [];
  return {
    check(text: string): Grounding {
      const sentence = plainDigits(text);
      const mentions = findMentions(maskNames(sentence, evidence.numbered));
      const spoken = readContext(sentence, mentions);
      const trace = tracer({ sentence: spoken, context: within(spoken, question), cited });
      const citations: GroundedFigure[] = [];
      const remember = (mention: Mention): boolean => {
        const basis = trace(mention);
        if (!basis) return false;
        const { value, source, path } = basis;
        if (Number.isNaN(value)) return true;
        const labels = labelsBehind(basis);
        citations.push({
          text: mention.text,
          tool: source,
          path,
          value,
          labels: mention.role === 'hour' ? hourOnly(labels, value) : labels,
        });
        if (mention.role === 'value' && cited.length < MOST_CITED) cited.push({ ...basis, labels });
        return true;
      };
      // A figure may be computed from a later figure in the same sentence.
      const untraced = mentions
        .filter((mention) => !remember(mention))
        .filter((mention) => !remember(mention));
      return { citations, untraced };
    },
  };
}

/** Labels of a mentioned hour: only hour and job, because each record of that hour is evidence for it. */
const hourOnly = (labels: Labels, hour: number): Labels =>
  new Map([...[...labels].filter(([label]) => label.endsWith('job_id')), ['hour', hour]]);

/** Checks a complete answer. */
export function ground(answer: string, evidence: Evidence): Grounding {
  const gate = createGroundingGate(evidence);
  const checked = sentences(answer).map((sentence) => gate.check(sentence));
  return {
    citations: checked.flatMap(({ citations }) => citations),
    untraced: checked.flatMap(({ untraced }) => untraced),
  };
}

export interface GroundedStream {
  /** Takes the next fragment and returns the text that may be shown now. */
  push(fragment: string): string;
  /** Ends the current sentence. */
  flush(): string;
  /** True after the first unsupported figure; all later text is held back. */
  isHolding(): boolean;
  end(): {
    readonly rest: string;
    readonly citations: readonly GroundedFigure[];
    readonly untraced: readonly Mention[];
  };
}

/**
 * Complete words of a text. A word is held back until a blank follows, because it may still become a number word or a
 * name.
 */
const WHOLE_WORDS = /^[\s\S]*\s/;
/** Longest sentence, characters; longer ones are checked in parts. */
const LONGEST = 2000;

/**
 * Releases an answer while it is written: words without figures at once, a sentence with figures when all of them are
 * traced. After the first unsupported figure, all further text is held back.
 */
export function createGroundedStream(evidence: Evidence): GroundedStream {
  const gate = createGroundingGate(evidence);
  const citations: GroundedFigure[] = [];
  let untraced: readonly Mention[] = [];
  /** The unfinished sentence, and the number of its characters already shown. */
  let open = '';
  let shown = 0;

  const pass = (sentence: string): string => {
    const checked = gate.check(sentence);
    citations.push(...checked.citations);
    untraced = checked.untraced;
    if (untraced.length > 0) return '';
    const rest = sentence.slice(shown);
    shown = 0;
    return rest;
  };

  /** Releases complete sentences up to the first one that fails. */
  const complete = (): string => {
    let out = '';
    for (;;) {
      const end = sentenceEnds(open)[0] ?? (open.length > LONGEST ? open.length : undefined);
      if (end === undefined) return out;
      out += pass(open.slice(0, end));
      if (untraced.length > 0) return out;
      open = open.slice(end);
    }
  };

  const early = (): string => {
    const words = WHOLE_WORDS.exec(open)?.[0] ?? '';
    if (words.length <= shown || findMentions(words).length > 0) return '';
    const fresh = words.slice(shown);
    shown = words.length;
    return fresh;
  };

  const flush = (): string => {
    if (untraced.length > 0 || open === '') return '';
    const rest = pass(open);
    if (untraced.length === 0) open = '';
    return rest;
  };

  return {
    push(fragment) {
      if (untraced.length > 0) return '';
      open += plainDigits(fragment);
      const out = complete();
      return untraced.length > 0 ? out : out + early();
    },
    flush,
    isHolding: () => untraced.length > 0,
    end: () => ({ rest: flush(), citations, untraced }),
  };
}

/** End of a sentence: a full stop followed by a blank, or the end of a line, but not a decimal point. */
const END =
  /(?:(?<!\b(?:No|no|approx|ca|e\.g|i\.e|vs|z\.B|Nr|Mio|Mrd|Tsd))[.!?]['")\]*_]*(?=\s)|\n|[\u3002\uff01\uff1f])/g;

/** Positions after each complete sentence, ascending. */
const sentenceEnds = (text: string): number[] =>
  [...text.matchAll(END)].map((match) => (match.index ?? 0) + match[0].length);

/** Splits a text into sentences; concatenated, they are the text again. */
function sentences(text: string): string[] {
  const ends = sentenceEnds(text);
  if (ends.at(-1) !== text.length) ends.push(text.length);
  return ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end)).filter((piece) => piece !== '');
}

const FENCE = '```';
const FENCE_START = /`{1,2}$/;

/** A gate that passes fenced code unchecked, as its figures are part of a program. */
export function codeAware(gate: GroundedStream): GroundedStream {
  let inCode = false;
  /** Text at the end that may be the beginning of a code fence. */
  let fenceStart = '';

  const take = (text: string): string => {
    if (!inCode) return gate.push(text);
    return gate.isHolding() ? '' : text;
  };
  const toggle = (): string => {
    const before = inCode ? '' : gate.flush();
    inCode = !inCode;
    return gate.isHolding() ? before : before + FENCE;
  };

  return {
    ...gate,
    push(fragment) {
      const [first = '', ...others] = (fenceStart + fragment).split(FENCE);
      const pieces = [first, ...others];
      const last = pieces.at(-1) ?? '';
      fenceStart = FENCE_START.exec(last)?.[0] ?? '';
      pieces[pieces.length - 1] = last.slice(0, last.length - fenceStart.length);
      return pieces.map((piece, i) => (i === 0 ? '' : toggle()) + take(piece)).join('');
    },
    end() {
      const last = take(fenceStart);
      const { rest, ...ended } = gate.end();
      return { ...ended, rest: last + rest };
    },
  };
}
