import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createDocuments, type Documents, documentIndexes } from '../../../mongo/documents.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { payload } from '../../support/cases/payloads.ts';
import { random } from '../../support/cases/random.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';

/** Numbers that do not compress: about 9 bytes each after gzip. */
function large(): SolvePayload {
  const r = random(1);
  const values = Array.from({ length: 168 }, () => r.next() * 1000);
  return payload({
    horizon: 168,
    loads: Array.from({ length: 4000 }, (_, bus) => ({ bus, values: values.map((v) => v * r.next()) })),
  });
}

describe('job documents', function () {
  this.timeout(30_000);
  let mongo: TestDatabase;
  let documents: Documents;
  before(async () => {
    mongo = await openTestDatabase([documentIndexes]);
    documents = createDocuments(mongo.db);
  });
  after(() => mongo.drop());

  it('come back as they were, keys with dots and dollars included', async () => {
    const id = randomUUID();
    const value = payload({ commitment: { 'a.b$c': [1, 0, 1] } });
    await documents.put('payload', id, value);
    assert.deepEqual(await documents.get('payload', id), value);
  });

  it('are replaced by the next write', async () => {
    const id = randomUUID();
    for (const objective of [3, 2, 1])
      await documents.put('incumbent', id, { commitment: {}, objective, bound: null });
    assert.equal((await documents.get('incumbent', id))?.objective, 1);
  });

  it('are undefined when there are none', async () => {
    assert.equal(await documents.get('result', randomUUID()), undefined);
  });

  it('rest in GridFS when they are large, and leave nothing behind when they expired', async () => {
    const id = randomUUID();
    const value = large();
    await documents.put('payload', id, value);
    assert.equal(
      await mongo.db.collection('documents.files').countDocuments({ filename: `payload/${id}` }),
      1,
    );
    assert.deepEqual(await documents.get('payload', id), value);
    const future = new Date(Date.now() + 1000);
    assert.equal(await documents.deleteOrphans(future, 10), 0);
    await mongo.db.collection('documents').deleteMany({});
    assert.equal(await documents.deleteOrphans(future, 10), 1);
    assert.equal(await mongo.db.collection('documents.chunks').countDocuments(), 0);
  });

  it('start their retention together', async () => {
    const id = randomUUID();
    await documents.put('payload', id, payload());
    await documents.put('incumbent', id, { commitment: {}, objective: 1, bound: 1 });
    const at = new Date('2099-01-01T00:00:00Z');
    await documents.expire(id, 'ann', at);
    assert.equal(await mongo.db.collection('documents').countDocuments({ job_id: id, expires_at: at }), 2);
  });
});
