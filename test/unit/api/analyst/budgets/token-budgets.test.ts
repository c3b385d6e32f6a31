/** Token budgets in memory, which are used while the database is unavailable. */
import assert from 'node:assert/strict';
import { MongoNetworkError } from 'mongodb';
import { DEFAULT_BUDGETS } from '../../../../../api/analyst/budgets/limits.ts';
import { createMemoryBudgetStore } from '../../../../../api/analyst/budgets/memory-budget-store.ts';
import { createTokenBudgets } from '../../../../../api/analyst/budgets/token-budgets.ts';
import { RateLimited } from '../../../../../api/http/errors.ts';
import { createMetrics } from '../../../../../api/http/metrics.ts';
import type { TokenBudgetStore } from '../../../../../mongo/token-budgets.ts';
import { memoryAudit } from '../../../../support/stores/memory-accounts.ts';
import { tokenBudgetsContract } from '../../../../support/stores/token-budgets-contract.ts';

describe('token budgets in memory', () => {
  const store = createMemoryBudgetStore();
  tokenBudgetsContract(() => store);
});

describe('token budgets', () => {
  const warnings: unknown[] = [];
  const budgetsOn = (store: TokenBudgetStore) =>
    createTokenBudgets({
      budgets: DEFAULT_BUDGETS,
      store,
      audit: memoryAudit(),
      metrics: createMetrics(),
      log: { warn: (fact: unknown) => warnings.push(fact) },
      now: () => new Date(),
    });
  const failing = (error: Error): TokenBudgetStore => ({
    take: () => Promise.reject(error),
    correct: () => Promise.reject(error),
  });

  it('go on in memory while the database is away', async () => {
    const budgets = budgetsOn(failing(new MongoNetworkError('away')));
    await (await budgets.reserve('ada', 'basic', 10_000)).settle(8000);
    await assert.rejects(budgets.reserve('ada', 'basic', 2001), RateLimited);
    await budgets.reserve('ada', 'basic', 2000);
  });

  it('do not hide a mistake as an absence', async () => {
    await assert.rejects(
      budgetsOn(failing(new TypeError('a mistake'))).reserve('ada', 'basic', 1),
      TypeError,
    );
  });

  it('do not lose an answer whose tokens cannot be settled', async () => {
    const memory = createMemoryBudgetStore();
    const store = { ...failing(new MongoNetworkError('away')), take: memory.take };
    await (await budgetsOn(store).reserve('ada', 'basic', 10_000)).settle(1);
    assert.equal(warnings.length, 1);
    await assert.rejects(budgetsOn(store).reserve('ada', 'basic', 1), RateLimited);
  });
});
