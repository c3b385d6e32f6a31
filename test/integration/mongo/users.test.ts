/** The account store. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createUsers, type UserRecord, type Users, userIndexes } from '../../../mongo/users.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';

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

  it('get a new hash of the same password, unless it was changed meanwhile', async () => {
    const eve = user('eve');
    await users.insert(eve);
    await users.renewPasswordHash(eve.user_id, 'hash', 'renewed');
    assert.deepEqual(await users.findById(eve.user_id), { ...eve, password_hash: 'renewed' });
    await users.renewPasswordHash(eve.user_id, 'hash', 'too late');
    assert.equal((await users.findById(eve.user_id))?.password_hash, 'renewed');
  });

  it('begin another generation of tokens with a new password, when they say so, and when they are disabled', async () => {
    const ada = user('ada-2');
    await users.insert(ada);
    await users.changePasswordHash(ada.user_id, 'new', 'mine');
    const spent = { kept_session: 'mine', password_link: null, token_generation: 1 };
    const changed = { ...ada, password_hash: 'new', ...spent };
    assert.deepEqual(await users.findById(ada.user_id), changed);
    await users.endTokens(ada.user_id, 'other');
    assert.deepEqual(await users.findById(ada.user_id), {
      ...changed,
      kept_session: 'other',
      token_generation: 2,
    });
    await users.setDisabled(ada.user_id, true);
    await users.setDisabled(ada.user_id, false);
    assert.deepEqual(await users.findById(ada.user_id), {
      ...changed,
      kept_session: null,
      token_generation: 3,
    });
  });

  it('use a link for a new password once, however many use it at once, and not while they are disabled', async () => {
    const fay = user('fay');
    await users.insert(fay);
    const { user_id } = fay;
    const link = { digest: 'd', expires_at: new Date('2026-01-02'), made_by: 'admin' };
    await users.setPasswordLink(user_id, link);
    assert.deepEqual(await users.findById(user_id), { ...fay, password_link: link });
    assert.equal(await users.usePasswordLink(user_id, 'other', 'new'), false);
    const uses = [1, 2, 3, 4].map((n) => users.usePasswordLink(user_id, 'd', `new ${n}`));
    assert.equal((await Promise.all(uses)).filter(Boolean).length, 1);
    const used = await users.findById(user_id);
    assert.match(used?.password_hash ?? '', /^new \d$/);
    assert.equal(used?.token_generation, 1);
    await users.setPasswordLink(user_id, link);
    await users.setDisabled(user_id, true);
    await users.setDisabled(user_id, false);
    assert.equal(await users.usePasswordLink(user_id, 'd', 'late'), false);
  });

  it('change their role and are disabled, one by one', async () => {
    const [kim, lee] = [user('kim'), user('lee')];
    for (const each of [kim, lee]) await users.insert(each);
    await users.setRole(kim.user_id, 'admin');
    await users.setDisabled(lee.user_id, true);
    assert.deepEqual(await users.findById(kim.user_id), { ...kim, role: 'admin' });
    assert.equal((await users.findById(lee.user_id))?.disabled, true);
    await users.setDisabled(lee.user_id, false);
    assert.equal((await users.findById(lee.user_id))?.disabled, false);
  });

  it('are counted as administrators while they are not disabled', async () => {
    const before = await users.countAdmins();
    const admins = ['root-1', 'root-2'].map((name): UserRecord => ({ ...user(name), role: 'admin' }));
    for (const admin of admins) await users.insert(admin);
    assert.equal(await users.countAdmins(), before + 2);
    await users.setDisabled(admins[0]?.user_id ?? '', true);
    assert.equal(await users.countAdmins(), before + 1);
    await users.setRole(admins[1]?.user_id ?? '', 'user');
    assert.equal(await users.countAdmins(), before);
  });

  it('are listed by name, by pages, and by the beginning of a name in any case', async () => {
    for (const name of ['list-c', 'List-A', 'list-B', 'other']) await users.insert(user(name));
    const names = async (beginning: string | undefined, limit: number, offset: number) => {
      const { users: page, total } = await users.list(beginning, limit, offset);
      return { names: page.map(({ username }) => username), total };
    };
    assert.deepEqual(await names('LIST-', 10, 0), { names: ['List-A', 'list-B', 'list-c'], total: 3 });
    assert.deepEqual(await names('list-', 2, 1), { names: ['list-B', 'list-c'], total: 3 });
    assert.deepEqual(await names('list-', 2, 5), { names: [], total: 3 });
    assert.deepEqual(await names('.*', 10, 0), { names: [], total: 0 });
    assert.ok((await users.list(undefined, 100, 0)).total >= 4);
  });

  it('are listed without internal fields', async () => {
    const { users: page } = await users.list('other', 1, 0);
    assert.deepEqual(Object.keys(page[0] ?? {}).sort(), Object.keys(user('x')).sort());
  });
});
