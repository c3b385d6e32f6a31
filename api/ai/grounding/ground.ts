/** Checks an answer: every figure in it is traced, or reported as one that nothing supports. */
import type { Citation } from '../chat/chat.ts';
import type { Operand } from './arithmetic.ts';
import { createContextReader, within } from './context.ts';
import type { Evidence } from './fact.ts';
import { maskNames } from './mask-names.ts';
import { findMentions } from './mentions/find-mentions.ts';
import type { Mention } from './mentions/mention.ts';
import { plainDigits } from './mentions/plain-digits.ts';
import { sentences } from './sentences.ts';
import { createTracer } from './trace.ts';

export interface Grounding {
  readonly citations: readonly Citation[];
  /** Figures and names that nothing supports. */
  readonly untraced: readonly Mention[];
}

export interface GroundingGate {
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
