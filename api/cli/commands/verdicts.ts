/** The three verdicts of `grid verify`: their colours, words and exit codes. */
import { EXIT } from '../terminal/exit.ts';

export const VERDICTS = {
  verified: ['green', 'verified', EXIT.solved],
  refused: ['red', 'REFUSED', EXIT.infeasible],
  not_fully_judged: ['yellow', 'NOT FULLY JUDGED', EXIT.unjudged],
} as const;
