import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { documentIndexes, packDocument } from '../../../mongo/documents.ts';
import { createNetworks, type Networks, networkIndexes } from '../../../mongo/networks.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';

describe('networks', () => {
  let mongo: TestDatabase;
  let networks: Networks;
  before(async () => {
    mongo = await openTestDatabase([networkIndexes, documentIndexes]);
    networks = createNetworks(mongo.db);
  });
  after(() => mongo.drop());

  it('of a user are read unchanged, a year of load included, by that user only', async () => {
    const owner = randomUUID();
    const seed = await networks.read(owner, 'rts24');
    assert.ok(seed);
    const meta = { ...seed.record.meta, name: 'A copy' };
    const change = { meta, defaults: meta, content: await packDocument(seed.content) };
    const stored = await networks.put(owner, 'copy', change, new Date());
    assert.equal(stored?.record.version, seed.record.version);
    assert.deepEqual((await networks.read(owner, 'copy'))?.content, seed.content);
    assert.equal(await networks.read(randomUUID(), 'copy'), null);
    assert.equal((await networks.list(owner, 100, 0)).records[0]?.meta.name, 'A copy');
  });
});
