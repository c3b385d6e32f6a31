/** Side effects of a sign-in (stored names, renewed hashes, passwords changed meanwhile), and who may be `dev`. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { createPasswords } from '../../../../api/accounts/passwords.ts';
import { addUser, PASSWORD } from '../../../support/callers/accounts.ts';
import { BCRYPT_COST, startApp, type TestApp } from '../../../support/stack/app.ts';

describe('signing in', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startApp();
    await addUser(app.deps, 'Ada');
  });
  afterEach(() => app.close());
  const signIn = async (username: string, password = PASSWORD) =>
    (await app.call('POST', '/auth/login', { body: { username, password } })).status;

  it('stores no unknown name: it may be a password in the wrong field', async () => {
    for (let attempt = 0; attempt < 12; attempt += 1) await signIn(PASSWORD, 'x');
    const entries = await app.deps.audit.list({ limit: 100 });
    assert.ok(entries.some(({ event_type }) => event_type === 'rate_limited'));
    assert.equal(JSON.stringify([entries, app.lines]).toLowerCase().includes(PASSWORD.toLowerCase()), false);
  });

  it('with a password that is changed meanwhile opens no session', async () => {
    const { users } = app.deps;
    const { findByUsername } = users;
    users.findByUsername = async (username) => {
      const user = await findByUsername(username);
      // The password changes between the lookup of the account and the end of the sign-in.
      if (user) await users.changePasswordHash(user.user_id, await app.deps.passwords.hash('other'), '');
      return user;
    };
    assert.equal(await signIn('ada'), 401);
    const user = await findByUsername('ada');
    assert.deepEqual(await app.deps.sessions.of(user?.user_id ?? ''), []);
  });

  it('renews a hash whose work factor changed', async () => {
    const old = createPasswords(app.deps.settings.PASSWORD_PEPPER, BCRYPT_COST + 1);
    const { user_id } = await addUser(app.deps, 'old', { password_hash: await old.hash(PASSWORD) });
    assert.equal(await signIn('old'), 200);
    const hash = (await app.deps.users.findById(user_id))?.password_hash ?? '';
    assert.equal(app.deps.passwords.isOutdated(hash), false);
    assert.equal(await signIn('old'), 200);
  });
});

const PROXY_HEADERS = ['Via', 'X-Real-IP', 'Forwarded', 'X-Forwarded-For'];

/** Status of a request with this `Host` header, which `fetch` does not allow to set. */
async function statusFor(url: string, host: string, more: object = {}): Promise<number | undefined> {
  const headers = { host, authorization: 'Bearer anything', ...more };
  const call = request(`${url}/audit/logs`, { headers }).end();
  const [response] = await once(call, 'response');
  response.resume();
  return response.statusCode;
}

describe('bypass', () => {
  it('answers only a request to this machine by name: any page may let its own name resolve to it', async () => {
    const app = await startApp({ settings: { AUTH_BYPASS_ENABLED: true } });
    const { port } = new URL(app.url);
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      'localhost.evil.example',
      '127.0.0.1.evil.example',
    ])
      assert.equal(await statusFor(app.url, host), 403, host);
    for (const host of [`localhost:${port}`, 'LOCALHOST', `127.0.0.1:${port}`, `[::1]:${port}`])
      assert.equal(await statusFor(app.url, host), 200, host);
    for (const name of PROXY_HEADERS)
      assert.equal(await statusFor(app.url, 'localhost', { [name]: '::1' }), 403, name);
    await app.close();
  });

  it('off, leaves the name to who runs the service', async () => {
    const app = await startApp();
    assert.equal(await statusFor(app.url, 'grid.example'), 401);
    await app.close();
  });
});
