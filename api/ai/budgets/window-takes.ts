/** What a call with so many tokens wants of the windows of its user (pure). */
import type { WindowTake } from '../../../mongo/token-budgets.ts';
import type { BudgetLimits } from './budget-limits.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3600 * 1000;

/** What is larger than a whole window takes all of it: it must wait, but not for ever. */
export function windowTakes(limits: BudgetLimits, tokens: number): WindowTake[] {
  const { requests_per_minute, tokens_per_minute, tokens_per_day } = limits;
  const needed = Math.max(0, Math.ceil(tokens));
  const ofTokens = (window: string, quota: number, lengthMs: number): WindowTake => ({
    window,
    amount: Math.min(needed, quota),
    quota,
    lengthMs,
  });
  return [
    { window: 'requests_minute', amount: 1, quota: requests_per_minute, lengthMs: MINUTE_MS },
    ofTokens('tokens_minute', tokens_per_minute, MINUTE_MS),
    ofTokens('tokens_day', tokens_per_day, DAY_MS),
  ];
}

/** Whether a window holds tokens, and not requests. */
export const isOfTokens = ({ window }: WindowTake): boolean => window.startsWith('tokens_');
