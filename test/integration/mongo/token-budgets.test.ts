/** Token budgets that several processes share. */
import assert from 'node:assert/strict';
import { rateLimitStore } from '../../../mongo/rate-limits.ts';
import { createTokenBudgetStore, tokenBudgetIndexes } from '../../../mongo/token-budgets.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { tokenBudgetsContract } from '../../support/stores/token-budgets-contract.ts';

const CLIENTS = 4;

describe('token budgets in MongoDB', () => {
  let database: TestDatabase;
  before(async () => {
    database = await openTestDatabase([tokenBudgetIndexes]);
  });
  after(() => database.drop());
  const store = () => createTokenBudgetStore(rateLimitStore(database.db));
  tokenBudgetsContract(store);

  it('begin once when several processes take first', async () => {
    const take = { window: 'tokens_day', amount: 1, quota: 10, lengthMs: 60_000 };
    const results = await Promise.all(
      Array.from({ length: 5 * CLIENTS }, () => store().take('new', [take], new Date())),
    );
    assert.equal(results.filter(({ admitted }) => admitted).length, 10);
    assert.equal(results.filter(({ firstRefusal }) => firstRefusal).length, 1);
  });

  it('leave the database when their last window has ended', async () => {
    const at = new Date();
    const take = { window: 'tokens_day', amount: 1, quota: 10, lengthMs: 60_000 };
    // A store with the default write concern, so that the read below sees the budget.
    const durable = createTokenBudgetStore(database.db);
    await durable.take('gone', [take, { ...take, window: 'tokens_minute', lengthMs: 1000 }], at);
    const stored = await database.db.collection<{ _id: string }>('token_budgets').findOne({ _id: 'gone' });
    assert.deepEqual(stored, { ...stored, expiresAt: new Date(at.getTime() + 60_000) });
  });
});
