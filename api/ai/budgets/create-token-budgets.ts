/**
 * Budgets that count in MongoDB, so that all API processes agree; in memory when it is away. A process that dies
 * with a reservation leaves it to the end of its windows.
 */
import type { Logger } from 'pino';
import type { Audit } from '../../../mongo/audit.ts';
import type { Taken, TokenBudgetStore, WindowTake } from '../../../mongo/token-budgets.ts';
import { isUnavailable } from '../../../mongo/unavailable.ts';
import { Forbidden, RateLimited } from '../../errors.ts';
import type { Metrics } from '../../metrics.ts';
import type { AccessLevel } from '../../modules/catalog.ts';
import type { Reservation, TokenBudgets } from '../token-budgets.ts';
import type { BudgetLimits, Budgets } from './budget-limits.ts';
import { exhausted } from './exhausted.ts';
import { createMemoryBudgetStore } from './memory-budget-store.ts';
import { isOfTokens, windowTakes } from './window-takes.ts';

export interface TokenBudgetParts {
  readonly budgets: Budgets;
  /** Counts in memory when absent. */
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
  const { budgets, log, now } = parts;
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
      const { from, taken } = await takeFrom(take);
      if (!taken.admitted) throw await refusal(take, taken, parts);
      return toReservation(take, taken, from, log);
    },
  };
}

function limitsOf(budgets: Budgets, level: AccessLevel): BudgetLimits {
  if (level === 'none') throw new Forbidden('No access to module analyst');
  return budgets[level];
}

async function refusal(
  { userId, takes, at }: Take,
  taken: Taken,
  { audit, metrics }: TokenBudgetParts,
): Promise<RateLimited> {
  const { policy, rest, waitS } = exhausted(takes, taken, at);
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

function toReservation(
  { userId, takes }: Take,
  { windows }: Taken,
  from: TokenBudgetStore,
  log: Pick<Logger, 'warn'>,
): Reservation {
  let isSettled = false;
  return {
    async settle(tokens) {
      if (isSettled) return;
      isSettled = true;
      const corrections = takes.filter(isOfTokens).flatMap(({ window, amount }) => {
        const end = windows[window]?.end;
        return end ? [{ window, end, amount: tokens - amount }] : [];
      });
      try {
        await from.correct(userId, corrections);
      } catch (error) {
        // The answer is there: a reservation that stays to the end of its windows is no reason to lose it.
        log.warn({ err: error, user_id: userId }, 'tokens were not settled');
      }
    },
  };
}
