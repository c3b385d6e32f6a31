/** One rule of the guardrail. */
import type { Meaning } from '../lexicon/meaning.ts';

/** A prompt, or a text hidden in one, as rules look at it. */
export interface View {
  /** As a person reads it. */
  readonly visible: string;
  /** Lower case, Latin letters, no accents; punctuation and line breaks as written. */
  readonly folded: string;
  readonly words: readonly string[];
  readonly meanings: readonly Meaning[];
}

export interface Rule {
  readonly id: string;
  /** `warn` lets the prompt pass. */
  readonly action: 'block' | 'warn';
  readonly warning: string;
  matches(view: View): boolean;
}
