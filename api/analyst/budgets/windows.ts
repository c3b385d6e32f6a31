/** What a call with so many tokens wants of the windows of its user (pure). */
import type { Taken, WindowTake } from '../../../mongo/token-budgets.ts';
import type { Policy } from '../../http/limits.ts';
import type { BudgetLimits } from './limits.ts';

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

interface Exhausted {
  readonly policy: Policy;
  readonly rest: number;
  /** To the end of the window, whole seconds. */
  readonly waitS: number;
}

/** Which window of a refused take keeps its user waiting: of several the one that ends last. */
export function exhausted(
  takes: readonly WindowTake[],
  { windows }: Pick<Taken, 'windows'>,
  at: Date,
): Exhausted {
  const short = takes.flatMap((take) => {
    const state = windows[take.window];
    if (!state || state.used + take.amount <= take.quota) return [];
    const waitMs = state.end.getTime() - at.getTime();
    return [{ ...take, rest: take.quota - state.used, waitS: Math.max(1, Math.ceil(waitMs / 1000)) }];
  });
  const [last] = short.sort((a, b) => b.waitS - a.waitS);
  if (!last) throw new RangeError('no window is exhausted');
  const { window, quota, lengthMs, rest, waitS } = last;
  const policy = { name: `ai-${window.replace('_', '-')}`, quota, windowS: lengthMs / 1000 };
  return { policy, rest: Math.max(0, rest), waitS };
}
