/** Stored share links: lookup by the digest of their secret, count of openings, and expiry. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  createShares,
  MAX_SHARES,
  type ShareRecord,
  type Shares,
  shareIndexes,
} from '../../../mongo/shares.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';

const NOW = new Date();

describe('stored links', () => {
  let database: TestDatabase;
  let shares: Shares;
  before(async () => {
    database = await openTestDatabase([shareIndexes]);
    shares = createShares(database.db);
  });
  after(() => database.drop());

  const added = async (user_id: string, changes: Partial<ShareRecord> = {}): Promise<ShareRecord> => {
    const _id = randomUUID();
    const record: ShareRecord = {
      ...{ _id, user_id, digest: _id, kind: 'job', id: 'j', created_at: NOW, expires_at: NOW },
      ...{ opened: 0, last_opened_at: null, ...changes },
    };
    assert.equal(await shares.insert(record), 'ok');
    return record;
  };

  it('are found by their digest, and listed by their owner, newest first', async () => {
    const first = await added('ada');
    const second = await added('ada', { created_at: new Date(NOW.getTime() + 1) });
    await added('bob');
    assert.deepEqual(await shares.findByDigest(first.digest), first);
    assert.equal(await shares.findByDigest('unknown'), null);
    assert.deepEqual(await shares.list('ada'), [second, first]);
  });

  it('have a digest that no other link has', async () => {
    const { digest } = await added('dora');
    await assert.rejects(added('dora', { digest }), /E11000/);
  });

  it('are deleted by their owner alone', async () => {
    const share = await added('carl');
    assert.equal(await shares.delete('bob', share._id), null);
    assert.deepEqual(await shares.delete('carl', share._id), share);
    assert.equal(await shares.delete('carl', share._id), null);
  });

  it('count a visit once, also where two processes note it at the same time', async () => {
    const { _id, digest } = await added('erik');
    const openings = await Promise.all(
      ['a', 'a', 'a', 'b'].map((visit) => shares.countOpening(_id, visit, NOW)),
    );
    assert.equal(openings.filter(Boolean).length, 2);
    const share = await shares.findByDigest(digest);
    assert.deepEqual([share?.opened, share?.last_opened_at], [2, NOW]);
    assert.equal(await shares.countOpening('unknown', 'a', NOW), false);
  });

  it('are at most so many of a user', async () => {
    for (let nth = 0; nth < MAX_SHARES; nth += 1) await added('fred');
    const [one] = await shares.list('fred');
    assert.ok(one);
    assert.equal(await shares.insert({ ...one, _id: 'x', digest: 'x' }), 'too many');
    await shares.delete('fred', one._id);
    assert.equal(await shares.insert({ ...one, _id: 'x', digest: 'x' }), 'ok');
  });

  it('are removed a while after they have expired', async () => {
    const indexes = await database.db.collection('shares').indexes();
    const ttl = indexes.find(({ name }) => name === 'ttl');
    assert.deepEqual([ttl?.['key'], ttl?.['expireAfterSeconds']], [{ expires_at: 1 }, 30 * 86_400]);
  });
});
