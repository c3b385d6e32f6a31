/** Totals of kept hours without the noise of their sums. */
import type { ExecutionTotals } from '../../temporal/messages/execution-run.ts';
import { allRounded } from '../uc/rounded.ts';

export const roundedTotals = <T extends ExecutionTotals>(totals: T): T => ({
  ...allRounded(totals),
  generation_mwh: allRounded(totals.generation_mwh),
});
