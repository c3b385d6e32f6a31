import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type ConfigRecord, type Configs, configIndexes, createConfigs } from '../../../mongo/configs.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';

const config = (user_id: string, changes: Partial<ConfigRecord> = {}): ConfigRecord => ({
  _id: randomUUID(),
  user_id,
  name: 'Winter',
  description: null,
  pcm_model_id: 'uc-standard',
  solver: { id: 'highs', time_limit: 300, mip_gap: 0.001, presolve: 'choose', random_seed: 0 },
  created_at: new Date('2026-01-01T00:00:00Z'),
  ...changes,
});

describe('saved configurations', () => {
  let mongo: TestDatabase;
  let configs: Configs;
  let userId: string;
  before(async () => {
    mongo = await openTestDatabase([configIndexes]);
    configs = createConfigs(mongo.db);
  });
  after(() => mongo.drop());
  beforeEach(() => {
    userId = randomUUID();
  });

  it('come back as they were saved', async () => {
    const saved = config(userId, { name: '$set {"a": 1}', description: 'Cold' });
    assert.equal(await configs.insert(saved), true);
    assert.deepEqual(await configs.find(userId, saved._id), saved);
  });

  it('have one name each within a user, under racing writers too', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => configs.insert(config(userId))));
    assert.equal(answers.filter(Boolean).length, 1);
    assert.equal((await configs.list(userId)).total, 1);
    assert.equal(await configs.insert(config(randomUUID())), true);
  });

  it('report any other failure', async () => {
    const { insert } = createConfigs(mongo.db);
    const tooLarge = config(userId, { description: 'x'.repeat(17 * 1024 * 1024) });
    await assert.rejects(insert(tooLarge));
  });

  it('are listed newest first, all of them or page by page', async () => {
    for (let day = 1; day <= 3; day++) {
      await configs.insert(config(userId, { name: `day ${day}`, created_at: new Date(2026, 0, day) }));
    }
    const names = async (limit?: number, offset?: number) => {
      const { configs: page, total } = await configs.list(userId, limit, offset);
      assert.equal(total, 3);
      return page.map(({ name }) => name);
    };
    assert.deepEqual(await names(), ['day 3', 'day 2', 'day 1']);
    assert.deepEqual(await names(1, 1), ['day 2']);
  });

  it('are read and deleted by their user only, and free their name', async () => {
    const saved = config(userId);
    await configs.insert(saved);
    const other = randomUUID();
    assert.equal(await configs.find(other, saved._id), null);
    assert.equal(await configs.delete(other, saved._id), null);
    assert.deepEqual(await configs.delete(userId, saved._id), saved);
    assert.equal(await configs.delete(userId, saved._id), null);
    assert.equal(await configs.insert(config(userId)), true);
  });
});
