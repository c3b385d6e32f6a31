import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createRecords, KEPT_VERSIONS, recordIndexes } from '../../../mongo/create-records.ts';
import { documentIndexes } from '../../../mongo/documents.ts';
import type { Records } from '../../../mongo/records.ts';
import type { ScenarioMeta } from '../../../mongo/scenarios.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { putVariant, recordsContract, variant } from '../../support/stores/records-contract.ts';

describe('owned records', function () {
  this.timeout(30_000);
  let mongo: TestDatabase;
  let records: Records<ScenarioMeta, SolvePayload>;
  let owner: string;
  before(async () => {
    mongo = await openTestDatabase([recordIndexes('records'), documentIndexes]);
    records = createRecords<ScenarioMeta, 'scenario'>(mongo.db, 'records', 'scenario');
  });
  after(() => mongo.drop());
  beforeEach(async () => {
    owner = randomUUID();
    await mongo.db.collection('documents').deleteMany({});
  });

  const put = (id: string, n: number) => putVariant(records, owner, id, n);
  /** Counts documents with local reads: a majority read may still show deleted ones. */
  const documents = () =>
    mongo.db.collection('documents').countDocuments({}, { readConcern: { level: 'local' } });

  recordsContract(() => records);

  it('survive fifty simultaneous first writers: one record, every kept version readable, no orphaned document', async () => {
    const stored = await Promise.all(Array.from({ length: 50 }, (_, n) => put('race', n)));
    assert.equal(stored.filter((change) => change?.isNew).length, 1);
    const { record, content } = (await records.read(owner, 'race')) ?? {};
    assert.ok(record && content);
    assert.equal(record.versions.length, KEPT_VERSIONS);
    const read = await Promise.all(
      record.versions.map(({ version }) => records.read(owner, 'race', version)),
    );
    assert.ok(read.every((found) => found !== null));
    assert.deepEqual(read[0]?.content, content);
    assert.equal(await documents(), KEPT_VERSIONS);
  });

  it('stay whole while a few contents come and return under many writers and readers', async () => {
    await put('churn', 0);
    const work = Array.from({ length: 60 }, async (_, i) => {
      if (i % 3 > 0) await put('churn', i % 4);
      const record = await records.read(owner, 'churn');
      assert.ok(record);
      assert.deepEqual(record.content, variant(record.content.loads[0]?.values[0] ?? -1));
    });
    await Promise.all(work);
    const versions = (await records.find(owner, 'churn'))?.versions ?? [];
    assert.equal(await documents(), versions.length);
    for (const { version } of versions) assert.ok(await records.read(owner, 'churn', version));
  });

  it('leave no document behind when they are deleted', async () => {
    for (const n of [1, 2, 3]) await put('a', n);
    assert.equal(await documents(), 3);
    await records.delete(owner, 'a');
    assert.equal(await documents(), 0);
  });
});
