/** One rule of the guardrail. */
import type { Sentence } from '../pattern.ts';

/** A prompt, or a text hidden in one, as rules look at it. */
export interface View extends Sentence {
  /** As a person reads it. */
  readonly visible: string;
  /** Lower case, Latin letters, no accents; punctuation and line breaks as written. */
  readonly folded: string;
}

export interface Rule {
  readonly id: string;
  /** `warn` lets the prompt pass. */
  readonly action: 'block' | 'warn';
  readonly warning: string;
  matches(view: View): boolean;
}
