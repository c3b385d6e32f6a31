/** Administrators who change each other's accounts at the same moment. */
import assert from 'node:assert/strict';
import { addUser } from '../../../support/callers/accounts.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';

describe('two administrators', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startApp();
  });
  afterEach(() => app.close());

  for (const [path, body] of [
    ['role', { role: 'user' }],
    ['disabled', { disabled: true }],
  ] as const) {
    it(`who change each other's ${path} at the same moment leave one`, async () => {
      const { users, tokens } = app.deps;
      const { countAdmins } = users;
      let lookups = 0;
      let bothHaveLooked = () => {};
      const both = new Promise<void>((resolve) => {
        bothHaveLooked = resolve;
      });
      // Both requests read the number of administrators before either writes.
      users.countAdmins = async () => {
        const count = await countAdmins();
        lookups += 1;
        if (lookups === 2) bothHaveLooked();
        if (lookups <= 2) await both;
        return count;
      };
      const ids = ['admin-a', 'admin-b'].map((name) => addUser(app.deps, name, { role: 'admin' }));
      const [a = '', b = ''] = (await Promise.all(ids)).map(({ user_id }) => user_id);
      const end = async (by: string, whom: string) => {
        const token = await tokens.sign({ userId: by, sessionId: `s-${by}`, role: 'admin' }, new Date());
        return (await app.call('PUT', `/api/users/${whom}/${path}`, { token, body })).status;
      };
      const statuses = await Promise.all([end(a, b), end(b, a)]);
      assert.ok(statuses.includes(409), statuses.join());
      assert.ok((await countAdmins()) >= 1);
    });
  }
});
