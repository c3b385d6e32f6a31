import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { documentIndexes } from '../../../mongo/documents.ts';
import { createScenarios, type Scenarios, scenarioIndexes } from '../../../mongo/scenarios.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { putVariant, variant } from '../../support/stores/records-contract.ts';

describe('scenarios', () => {
  let mongo: TestDatabase;
  let scenarios: Scenarios;
  before(async () => {
    mongo = await openTestDatabase([scenarioIndexes, documentIndexes]);
    scenarios = createScenarios(mongo.db);
  });
  after(() => mongo.drop());

  it('of the installation are there for everybody, with nothing inserted', async () => {
    const { records, total } = await scenarios.list(randomUUID(), 100, 0);
    assert.equal(total, records.length);
    assert.ok(records.every((record) => record.owner === null));
    assert.deepEqual(
      records.map(({ id }) => id),
      ['base', 'demo-24h', 'demo-scuc-24h', 'rts24', 'rts24-scuc'],
    );
    assert.equal(await mongo.db.collection('scenarios').countDocuments(), 0);
  });

  it('of a user take the place of the shared one of the same id, until they are deleted', async () => {
    const owner = randomUUID();
    const { total } = await scenarios.list(owner, 100, 0);
    await putVariant(scenarios, owner, 'base', 1);
    await putVariant(scenarios, owner, 'mine', 2);
    const { records } = await scenarios.list(owner, 100, 0);
    assert.equal(records.length, total + 1);
    assert.deepEqual((await scenarios.read(owner, 'base'))?.content, variant(1));
    assert.equal((await scenarios.find(randomUUID(), 'base'))?.owner, null);
    await scenarios.delete(owner, 'base');
    assert.equal((await scenarios.find(owner, 'base'))?.owner, null);
  });
});
