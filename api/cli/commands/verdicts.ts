/** The three verdicts of `grid verify`: their colours, words and exit codes. */
import { VERDICT_WORDS } from '../../client/verify-files.ts';
import { EXIT } from '../terminal/exit.ts';

export const VERDICTS = {
  verified: ['green', VERDICT_WORDS.verified, EXIT.solved],
  refused: ['red', VERDICT_WORDS.refused, EXIT.infeasible],
  not_fully_judged: ['yellow', VERDICT_WORDS.not_fully_judged, EXIT.unjudged],
} as const;
