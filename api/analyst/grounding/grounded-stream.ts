/**
 * Lets an answer through as it is written: words at once, a sentence with a figure in it when the figure is
 * traced. From the first figure that nothing supports on, everything is held back.
 */
import type { Citation } from '../chat/chat.ts';
import type { Evidence } from './facts.ts';
import { createGroundingGate, sentenceEnds } from './ground.ts';
import { findMentions, type Mention, plainDigits } from './mentions.ts';

export interface GroundedStream {
  /** What may be shown now. */
  push(fragment: string): string;
  /** Ends the sentence here. */
  flush(): string;
  /** From the first figure that nothing supports on. */
  isHolding(): boolean;
  end(): {
    readonly rest: string;
    readonly citations: readonly Citation[];
    readonly untraced: readonly Mention[];
  };
}

/** A word that may go on to be a number word or a name is held until the blank after it. */
const WHOLE_WORDS = /^[\s\S]*\s/;
/** A sentence that is longer is checked in parts. */
const LONGEST = 2000;

export function createGroundedStream(evidence: Evidence): GroundedStream {
  const gate = createGroundingGate(evidence);
  const citations: Citation[] = [];
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
