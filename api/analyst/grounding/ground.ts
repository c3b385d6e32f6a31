/** Checks an answer: every figure in it is traced, or reported as one that nothing supports. */
import type { Citation } from '../chat/chat.ts';
import { createContextReader, maskNames, within } from './context.ts';
import type { Evidence } from './facts.ts';
import { findMentions, type Mention, plainDigits } from './mentions.ts';
import { createTracer, type Operand } from './trace.ts';

interface Grounding {
  readonly citations: readonly Citation[];
  /** Figures and names that nothing supports. */
  readonly untraced: readonly Mention[];
}

interface GroundingGate {
  /** Checks the next sentence; those before it are remembered. */
  check(sentence: string): Grounding;
}

/** Figures that later sentences may compute with. */
const MOST_CITED = 40;

export function createGroundingGate(evidence: Evidence): GroundingGate {
  const readContext = createContextReader(evidence);
  const question = readContext(evidence.question, findMentions(evidence.question));
  const tracer = createTracer(evidence);
  const cited: Operand[] = [];
  return {
    check(text) {
      const sentence = plainDigits(text);
      const mentions = findMentions(maskNames(sentence, evidence.numbered));
      const spoken = readContext(sentence, mentions);
      const trace = tracer({ sentence: spoken, context: within(spoken, question), cited });
      const citations: Citation[] = [];
      const remember = (mention: Mention): boolean => {
        const basis = trace(mention);
        if (!basis) return false;
        const { value, source, path, key } = basis;
        if (Number.isNaN(value)) return true;
        citations.push({ text: mention.text, tool: source, path, value });
        if (mention.role === 'value' && cited.length < MOST_CITED) cited.push({ value, source, path, key });
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

/** A whole answer at once. */
export function ground(answer: string, evidence: Evidence): Grounding {
  const gate = createGroundingGate(evidence);
  const checked = sentences(answer).map((sentence) => gate.check(sentence));
  return {
    citations: checked.flatMap(({ citations }) => citations),
    untraced: checked.flatMap(({ untraced }) => untraced),
  };
}

/** Where the sentences of a text end. */

/** After a full stop that is followed by a blank, and at the end of a line. A decimal point ends nothing. */
const END =
  /(?:(?<!\b(?:No|no|approx|ca|e\.g|i\.e|vs|z\.B|Nr|Mio|Mrd|Tsd))[.!?]['")\]*_]*(?=\s)|\n|[\u3002\uff01\uff1f])/g;

/** Positions just behind each complete sentence, ascending. */
export const sentenceEnds = (text: string): number[] =>
  [...text.matchAll(END)].map((match) => (match.index ?? 0) + match[0].length);

/** The text in pieces that join to it again. */
function sentences(text: string): string[] {
  const ends = sentenceEnds(text);
  if (ends.at(-1) !== text.length) ends.push(text.length);
  return ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end)).filter((piece) => piece !== '');
}
