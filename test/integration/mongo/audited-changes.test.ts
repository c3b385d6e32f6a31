/** A change and its audit entry: both are stored or neither, whatever fails in between. */
import assert from 'node:assert/strict';
import { type Audit, auditIndexes, createAudit } from '../../../mongo/audit.ts';
import { createOutbox, outboxIndexes } from '../../../mongo/audit-outbox.ts';
import { inTransaction, type Transaction } from '../../../mongo/transaction.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { until } from '../../support/until.ts';

interface Counter {
  readonly _id: string;
  readonly count: number;
}

describe('a change and its audit entry', () => {
  let database: TestDatabase;
  let audit: Audit;
  beforeEach(async () => {
    database = await openTestDatabase([auditIndexes, outboxIndexes]);
    audit = createAudit(database.db);
    await database.db.createCollection('counters');
  });
  afterEach(() => database.drop());

  const counters = () => database.db.collection<Counter>('counters');
  /** Counts outbox entries with local reads: a majority read may still show deleted ones. */
  const waiting = () =>
    database.db.collection('audit_outbox').countDocuments({}, { readConcern: { level: 'local' } });
  const count = (tx: Transaction) =>
    counters().updateOne({ _id: 'one' }, { $inc: { count: 1 } }, { upsert: true, ...tx });
  const logged = async () => (await audit.list({ limit: 100 })).length;

  it('are stored together, and the entry is in the log when the call returns', async () => {
    const result = await audit.together(async (tx) => {
      await count(tx);
      await audit.record('config_changed', { userId: 'ada', details: { n: 1 } }, tx);
      return 'made';
    });
    assert.deepEqual([result, await counters().countDocuments(), await logged()], ['made', 1, 1]);
    await until(async () => (await waiting()) === 0);
    assert.equal((await audit.verify()).valid, true);
  });

  it('are both undone if the change throws', async () => {
    const refused = audit.together(async (tx) => {
      await count(tx);
      await audit.record('config_changed', { userId: 'ada', details: {} }, tx);
      throw new Error('refused');
    });
    await assert.rejects(refused, /refused/);
    assert.deepEqual([await counters().countDocuments(), await logged(), await waiting()], [0, 0, 0]);
  });

  it('are each there once for every one of many writers of the same document', async () => {
    const writers = Array.from({ length: 6 }, () => createAudit(database.db));
    await Promise.all(
      writers.map((writer, n) =>
        writer.together(async (tx) => {
          await count(tx);
          await writer.record('config_changed', { userId: 'ada', details: { n } }, tx);
        }),
      ),
    );
    assert.equal((await counters().findOne({ _id: 'one' }))?.count, writers.length);
    assert.equal(await logged(), writers.length);
    await until(async () => (await waiting()) === 0);
    assert.equal((await audit.verify()).valid, true);
  });

  describe('whose process died', () => {
    const fact = {
      id: 'a'.repeat(24),
      event_type: 'solve_submitted',
      user_id: 'ada',
      timestamp: '2026-01-01T00:00:00.000Z',
      details: { job_id: 'j' },
      once: 'solve_submitted/j',
    };
    const died = () => inTransaction(database.db, (tx) => createOutbox(database.db).put(fact, tx));

    it('right after the change is appended later, once', async () => {
      await died();
      assert.equal(await logged(), 0);
      assert.equal(await audit.appendLeft(new Date()), 1);
      assert.equal(await waiting(), 0);
      const [entry] = await audit.list({ limit: 10 });
      assert.deepEqual([entry?.id, entry?.timestamp, entry?.seq], [fact.id, fact.timestamp, 1]);
      assert.equal(await logged(), 1);
    });

    it('after the entry was appended leaves it as it is', async () => {
      await died();
      await audit.appendLeft(new Date());
      await died();
      await audit.appendLeft(new Date());
      assert.deepEqual([await logged(), await waiting()], [1, 0]);
      assert.equal((await audit.verify()).valid, true);
    });

    it('is not appended by others just after it was recorded', async () => {
      await died();
      assert.equal(await audit.appendLeft(new Date(fact.timestamp)), 0);
    });
  });
});
