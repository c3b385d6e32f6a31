/** Grants of modules, and the time of their last use. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  createSubscriptions,
  type Subscriptions,
  subscriptionIndexes,
} from '../../../mongo/subscriptions.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';

const MORNING = new Date('2026-03-01T08:00:00Z');
const NOON = new Date('2026-03-01T12:00:00Z');

describe('subscriptions', () => {
  let database: TestDatabase;
  let subscriptions: Subscriptions;
  let user = '';
  before(async () => {
    database = await openTestDatabase([subscriptionIndexes]);
    subscriptions = createSubscriptions(database.db);
  });
  beforeEach(() => {
    user = randomUUID();
  });
  after(() => database.drop());

  it('are none of a new account', async () => {
    assert.deepEqual(await subscriptions.of(user), []);
  });

  it('have the modules granted last', async () => {
    await subscriptions.grant(user, 'analyst', 'basic', MORNING);
    await subscriptions.grant(user, 'analyst', 'premium', NOON);
    assert.deepEqual(await subscriptions.of(user), [
      {
        user_id: user,
        module_id: 'analyst',
        access_level: 'premium',
        subscribed_at: NOON,
        last_accessed: null,
      },
    ]);
  });

  it('remember a use without a grant, and grant nothing by it', async () => {
    await subscriptions.markAccessed(user, 'power-flow', MORNING);
    assert.deepEqual(await subscriptions.of(user), [
      {
        user_id: user,
        module_id: 'power-flow',
        access_level: null,
        subscribed_at: null,
        last_accessed: MORNING,
      },
    ]);
  });

  it('keep the latest use, in any order of reports', async () => {
    await subscriptions.grant(user, 'analyst', 'basic', MORNING);
    await subscriptions.markAccessed(user, 'analyst', NOON);
    await subscriptions.markAccessed(user, 'analyst', MORNING);
    const [record] = await subscriptions.of(user);
    assert.deepEqual([record?.access_level, record?.last_accessed], ['basic', NOON]);
  });

  it('are one of each module, also when two grant at once', async () => {
    const levels = ['basic', 'standard', 'premium'];
    await Promise.allSettled(levels.map((level) => subscriptions.grant(user, 'analyst', level, NOON)));
    assert.equal((await subscriptions.of(user)).length, 1);
  });

  it('are those of the user alone', async () => {
    await subscriptions.grant(user, 'analyst', 'basic', MORNING);
    assert.deepEqual(await subscriptions.of(randomUUID()), []);
  });
});
