/** Quotas that several processes share. */
import assert from 'node:assert/strict';
import { RateLimited } from '../../../api/http/errors.ts';
import { createRateLimit, type RateLimit } from '../../../api/http/limits.ts';
import { connectMongo } from '../../../mongo/connect.ts';
import { rateLimitIndexes, rateLimitStore } from '../../../mongo/rate-limits.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';

const POLICY = { name: 'solve', quota: 4, windowS: 60 };

describe('rate limits', () => {
  let database: TestDatabase;
  let firsts: number;
  let limits: RateLimit[];
  const count = async (_: unknown, __: string, first: boolean) => {
    if (first) firsts += 1;
  };
  before(async () => {
    database = await openTestDatabase([rateLimitIndexes]);
    firsts = 0;
    limits = [1, 2].map(() => createRateLimit(POLICY, count, rateLimitStore(database.db)));
  });
  after(() => database.drop());

  it('count once over all processes, exactly, and tell of the first refusal only', async () => {
    const calls = Array.from({ length: 12 }, (_, index) => limits[index % 2]?.consume('ada'));
    const results = await Promise.allSettled(calls);
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, POLICY.quota);
    assert.ok(
      results.every((result) => result.status === 'fulfilled' || result.reason instanceof RateLimited),
    );
    assert.equal(firsts, 1);
  });

  it('accept refunds', async () => {
    for (let index = 0; index < POLICY.quota; index += 1) await limits[0]?.consume('bob');
    await limits[1]?.refund('bob');
    assert.match((await limits[1]?.consume('bob'))?.['RateLimit'] ?? '', /r=0/);
  });

  it('go on in memory while the database is away', async () => {
    const away = connectMongo({
      MONGODB_URI: 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=100',
      MONGODB_DATABASE: 'x',
    });
    const limit = createRateLimit({ ...POLICY, quota: 1 }, count, away.db);
    await limit.consume('ada');
    await assert.rejects(limit.consume('ada'), RateLimited);
    await away.close();
  });
});
