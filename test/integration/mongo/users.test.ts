/** The account store. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createUsers, type UserRecord, type Users, userIndexes } from '../../../mongo/users.ts';
import { openTestDatabase, type TestDatabase } from '../../support/mongo.ts';

const user = (username: string): UserRecord => ({
  user_id: randomUUID(),
  username,
  password_hash: 'hash',
  role: 'user',
  created_at: new Date('2026-01-01T00:00:00.123Z'),
  disabled: false,
});

describe('users', () => {
  let database: TestDatabase;
  let users: Users;
  before(async () => {
    database = await openTestDatabase([userIndexes]);
    users = createUsers(database.db);
  });
  after(() => database.drop());

  it('are found by id and by name in any case', async () => {
    const ada = user('Ada');
    assert.ok(await users.insert(ada));
    assert.deepEqual(await users.findById(ada.user_id), ada);
    assert.deepEqual(await users.findByUsername('aDA'), ada);
    assert.equal(await users.findById('nobody'), null);
    assert.equal(await users.findByUsername('a\u0000da'), null);
  });

  it('have names of their own, also when two register at once', async () => {
    const results = await Promise.all(['bob', 'BOB', 'Bob'].map((name) => users.insert(user(name))));
    assert.deepEqual(results.filter(Boolean).length, 1);
  });

  it('can get a new password hash', async () => {
    const eve = user('eve');
    await users.insert(eve);
    await users.setPasswordHash(eve.user_id, 'new');
    assert.equal((await users.findById(eve.user_id))?.password_hash, 'new');
  });
});
