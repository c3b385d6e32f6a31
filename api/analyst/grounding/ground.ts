/** Checks an answer: every figure in it is traced, or reported as one that nothing supports. */
import { createContextReader, maskNames, within } from './context.ts';
import type { Evidence } from './evidence.ts';
import { type Basis, type Labels, labelsBehind } from './facts.ts';
import { findMentions, type Mention, plainDigits } from './mentions.ts';
import { createTracer } from './trace.ts';

/** Where a figure of an answer comes from. */
export interface GroundedFigure {
  /** The text that stands in the answer. */
  readonly text: string;
  /** `question` when the user brought it. */
  readonly tool: string;
  /** Place in the result of the tool. */
  readonly path: string;
  readonly value: number;
  /** Element and hour of the record that a figure was read from; what its operands share, where it was computed. */
  readonly labels: Labels;
}

interface Grounding {
  readonly citations: readonly GroundedFigure[];
  /** Figures and names that nothing supports. */
  readonly untraced: readonly Mention[];
}

/** Figures that later sentences may compute with. */
const MOST_CITED = 40;

/** Checks sentence by sentence; those before are remembered. */
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
      // A figure may be computed from one that comes later in the sentence.
      const untraced = mentions
        .filter((mention) => !remember(mention))
        .filter((mention) => !remember(mention));
      return { citations, untraced };
    },
  };
}

/** An hour is that of any record that has it. */
const hourOnly = (labels: Labels, hour: number): Labels =>
  new Map([...[...labels].filter(([label]) => label.endsWith('job_id')), ['hour', hour]]);

/** A whole answer at once. */
export function ground(answer: string, evidence: Evidence): Grounding {
  const gate = createGroundingGate(evidence);
  const checked = sentences(answer).map((sentence) => gate.check(sentence));
  return {
    citations: checked.flatMap(({ citations }) => citations),
    untraced: checked.flatMap(({ untraced }) => untraced),
  };
}

export interface GroundedStream {
  /** Takes what is written next and returns what may be shown now. */
  push(fragment: string): string;
  /** Ends the sentence here. */
  flush(): string;
  /** From the first figure that nothing supports on. */
  isHolding(): boolean;
  end(): {
    readonly rest: string;
    readonly citations: readonly GroundedFigure[];
    readonly untraced: readonly Mention[];
  };
}

/** A word that may go on to be a number word or a name is held until the blank after it. */
const WHOLE_WORDS = /^[\s\S]*\s/;
/** A sentence that is longer is checked in parts. */
const LONGEST = 2000;

/**
 * Lets an answer through as it is written: words at once, a sentence with a figure in it when the figure is
 * traced. From the first figure that nothing supports on, everything is held back.
 */
export function createGroundedStream(evidence: Evidence): GroundedStream {
  const gate = createGroundingGate(evidence);
  const citations: GroundedFigure[] = [];
  let untraced: readonly Mention[] = [];
  /** The unfinished sentence, and how much of it is out. */
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

  /** Complete sentences in turn, up to one that fails. */
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

/** After a full stop that is followed by a blank, and at the end of a line. A decimal point ends nothing. */
const END =
  /(?:(?<!\b(?:No|no|approx|ca|e\.g|i\.e|vs|z\.B|Nr|Mio|Mrd|Tsd))[.!?]['")\]*_]*(?=\s)|\n|[\u3002\uff01\uff1f])/g;

/** Positions just behind each complete sentence, ascending. */
const sentenceEnds = (text: string): number[] =>
  [...text.matchAll(END)].map((match) => (match.index ?? 0) + match[0].length);

/** The text in pieces that join to it again. */
function sentences(text: string): string[] {
  const ends = sentenceEnds(text);
  if (ends.at(-1) !== text.length) ends.push(text.length);
  return ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end)).filter((piece) => piece !== '');
}

const FENCE = '```';
const FENCE_START = /`{1,2}$/;

/** A gate that lets fenced code through as it is: its figures are part of a program. */
export function codeAware(gate: GroundedStream): GroundedStream {
  let inCode = false;
  /** What may be the beginning of a fence. */
  let held = '';

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
      const [first = '', ...others] = (held + fragment).split(FENCE);
      const pieces = [first, ...others];
      const last = pieces.at(-1) ?? '';
      held = FENCE_START.exec(last)?.[0] ?? '';
      pieces[pieces.length - 1] = last.slice(0, last.length - held.length);
      return pieces.map((piece, i) => (i === 0 ? '' : toggle()) + take(piece)).join('');
    },
    end() {
      const last = take(held);
      const { rest, ...ended } = gate.end();
      return { ...ended, rest: last + rest };
    },
  };
}
