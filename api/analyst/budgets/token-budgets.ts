/**
 * Token budgets of users: a call reserves the tokens that it may need, and returns unused tokens. Budgets are counted
 * in MongoDB, so that all API processes agree, and in memory while MongoDB is unavailable. A reservation of a process
 * that dies lasts until the end of its windows.
 */
import type { Logger } from 'pino';
import type { Audit } from '../../../mongo/audit.ts';
import { isUnavailable } from '../../../mongo/errors.ts';
import type { Taken, TokenBudgetStore, WindowCorrection, WindowTake } from '../../../mongo/token-budgets.ts';
import { Forbidden, RateLimited } from '../../http/errors.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { AccessLevel } from '../../http/principal.ts';
import type { BudgetLimits, Budgets } from './limits.ts';
import { createMemoryBudgetStore } from './memory-budget-store.ts';

interface Reservation {
  /** Reserves more tokens for the same answer; false when too few remain. */
  extend(tokens: number): Promise<boolean>;
  /** Replaces the reservation by the prompt and completion tokens that were used; only the first call takes effect. */
  settle(tokens: number): Promise<void>;
}

export interface TokenBudgets {
  /** Longest answer for an access level, tokens. */
  maxOutput(level: AccessLevel): number;
  /** Reserves tokens. Throws `RateLimited` with the time until the exhausted window ends. */
  reserve(userId: string, level: AccessLevel, tokens: number): Promise<Reservation>;
}

export interface TokenBudgetParts {
  readonly budgets: Budgets;
  /** Shared store of budgets; without it, budgets are counted in memory. */
  readonly store?: TokenBudgetStore;
  readonly audit: Pick<Audit, 'record'>;
  readonly metrics: Pick<Metrics, 'rateLimited'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => Date;
}

interface Take {
  readonly userId: string;
  readonly takes: readonly WindowTake[];
  readonly at: Date;
}

export function createTokenBudgets(parts: TokenBudgetParts): TokenBudgets {
  const { budgets, now } = parts;
  const memory = createMemoryBudgetStore();
  const { store = memory } = parts;
  const takeFrom = async ({ userId, takes, at }: Take) => {
    try {
      return { from: store, taken: await store.take(userId, takes, at) };
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      return { from: memory, taken: await memory.take(userId, takes, at) };
    }
  };
  return {
    maxOutput: (level) => (level === 'none' ? 0 : budgets[level].max_output),
    async reserve(userId, level, tokens) {
      const take = { userId, takes: windowTakes(limitsOf(budgets, level), tokens), at: now() };
      const { from, taken: taking } = await takeFrom(take);
      if (!taking.admitted) throw await refusal(take, taking, parts);
      return toReservation(take, taking, from, parts);
    },
  };
}

function limitsOf(budgets: Budgets, level: AccessLevel): BudgetLimits {
  if (level === 'none') throw new Forbidden('No access to module analyst');
  return budgets[level];
}

async function refusal(take: Take, taken: Taken, { audit, metrics }: TokenBudgetParts): Promise<RateLimited> {
  const { userId } = take;
  const { policy, rest, waitS } = exhausted(take, taken);
  const { name, quota, windowS } = policy;
  metrics.rateLimited.inc({ policy: name });
  if (taken.firstRefusal) {
    await audit.record('rate_limited', { userId, details: { policy: name, key: userId } });
  }
  return new RateLimited(waitS, {
    'RateLimit-Policy': `"${name}";q=${quota};w=${windowS}`,
    RateLimit: `"${name}";r=${rest};t=${waitS}`,
  });
}

interface Held {
  readonly takes: readonly WindowTake[];
  readonly windows: Taken['windows'];
}

function toReservation(
  first: Take,
  { windows }: Taken,
  from: TokenBudgetStore,
  { log, now }: Pick<TokenBudgetParts, 'log' | 'now'>,
): Reservation {
  const { userId } = first;
  const reserved: Held[] = [{ takes: first.takes.filter(isOfTokens), windows }];
  let isSettled = false;
  return {
    async extend(tokens) {
      const takes = reserved[0]?.takes.map((take) => ({ ...take, amount: Math.ceil(tokens) })) ?? [];
      const extension = await from.take(userId, takes, now());
      if (extension.admitted) reserved.push({ takes, windows: extension.windows });
      return extension.admitted;
    },
    async settle(tokens) {
      if (isSettled) return;
      isSettled = true;
      try {
        for (const corrections of settlement(reserved, tokens)) await from.correct(userId, corrections);
      } catch (error) {
        // The error is only logged: the answer is complete and must not be lost. The reservation lasts until its
        // windows end.
        log.warn({ err: error, user_id: userId }, 'tokens were not settled');
      }
    },
  };
}

/** Charges the used tokens to the reservations in order; the last one bears any excess. */
function settlement(held: readonly Held[], tokens: number): WindowCorrection[][] {
  let unpaid = tokens;
  return held.map(({ takes, windows }, index) => {
    const amount = Math.max(0, ...takes.map((take) => take.amount));
    const used = index === held.length - 1 ? unpaid : Math.min(unpaid, amount);
    unpaid -= used;
    return takes.flatMap((take) => {
      const end = windows[take.window]?.end;
      return end ? [{ window: take.window, end, amount: used - take.amount }] : [];
    });
  });
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3600 * 1000;

/**
 * Amounts to take from each window. A call larger than a window takes the whole window, so that the call waits instead
 * of being refused forever.
 */
function windowTakes(limits: BudgetLimits, tokens: number): WindowTake[] {
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

/** True for a window that counts tokens, not requests. */
const isOfTokens = ({ window }: WindowTake): boolean => window.startsWith('tokens_');

/**
 * The window that keeps a refused user waiting: of all exhausted windows, the one that ends last. `waitS`: time until
 * its end, whole seconds.
 */
function exhausted({ takes, at }: Take, { windows }: Taken) {
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
