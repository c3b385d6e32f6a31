/** Which window of a refused take keeps its user waiting (pure). */
import type { Taken, WindowTake } from '../../../mongo/token-budgets.ts';
import type { Policy } from '../../rate-limit.ts';

export interface Exhausted {
  readonly policy: Policy;
  readonly rest: number;
  /** To the end of the window, whole seconds. */
  readonly waitS: number;
}

/** Of several windows that are exhausted, the one that ends last. */
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
