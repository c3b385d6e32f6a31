import assert from 'node:assert/strict';
import { createIdempotency, type Idempotency, idempotencyIndexes } from '../../../mongo/idempotency.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';

const NOW = new Date();
const TOMORROW = new Date(NOW.getTime() + 25 * 3600 * 1000);

describe('idempotency keys', () => {
  let mongo: TestDatabase;
  let keys: Idempotency;
  before(async () => {
    mongo = await openTestDatabase([idempotencyIndexes]);
    keys = createIdempotency(mongo.db);
  });
  after(() => mongo.drop());

  it('belong to the first of many simultaneous claims', async () => {
    const claims = await Promise.all(
      Array.from({ length: 50 }, (_, i) => keys.claim('u/k1', `job-${i}`, 'hash', NOW)),
    );
    assert.equal(new Set(claims.map(({ job_id }) => job_id)).size, 1);
  });

  it('are found until they expire, and can be claimed again then', async () => {
    await keys.claim('u/k2', 'first', 'hash', NOW);
    assert.equal((await keys.find('u/k2', NOW))?.job_id, 'first');
    assert.equal(await keys.find('u/k2', TOMORROW), null);
    assert.equal((await keys.claim('u/k2', 'second', 'hash', TOMORROW)).job_id, 'second');
  });
});
