/** Credentials that open no route: a cookie alone, and a malformed key. */
import assert from 'node:assert/strict';
import { newApiKey } from '../../../../api/accounts/api-key-format.ts';
import { ROUTES } from '../../../../api/routes.ts';
import { addUser, PASSWORD, tokenOf } from '../../../support/callers/accounts.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';

describe('credentials', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startApp();
  });
  afterEach(() => app.close());

  it('of a page open no route by its cookie', async () => {
    await addUser(app.deps, 'ada');
    const login = { username: 'ada', password: PASSWORD, session: 'cookie' };
    const page = await app.call('POST', '/api/auth/login', { body: login });
    const { csrf_token: token } = (await app.call('GET', '/api/auth/csrf-token')).body;
    const cookie = page.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    assert.match(cookie, /^refresh_token=/);
    const headers = { Cookie: `${cookie}; csrf=${token}`, 'X-CSRF-Token': token };
    const closed = ROUTES.filter(({ auth }) => auth !== 'none');
    assert.ok(closed.length > 50);
    for (const { method, path } of closed) {
      const { status } = await app.call(method.toUpperCase(), path.replaceAll(/[{}]/g, ''), { headers });
      assert.equal(status, 401, `${method} ${path}`);
    }
  });

  it('that do not say when their user signed in make no key without the password', async () => {
    const { user_id: userId } = await addUser(app.deps, 'ada');
    const token = await app.deps.tokens.sign({ userId, sessionId: 's', role: 'user' }, new Date());
    const make = async (body: object) => app.call('POST', '/users/me/api-keys', { token, body });
    assert.equal((await make({ name: 'k' })).status, 422);
    assert.equal((await make({ name: 'k', current_password: PASSWORD })).status, 201);
  });

  it('that are a key are in neither log', async () => {
    const token = await tokenOf(app.deps);
    const { body } = await app.call('POST', '/users/me/api-keys', { token, body: { name: 'nightly' } });
    const secret: string = body.api_key.slice(body.prefix.length);
    assert.equal((await app.call('GET', '/users/me', { token: body.api_key })).status, 200);
    const logs = JSON.stringify([await app.deps.audit.list({ limit: 9 }), app.lines]);
    assert.ok(logs.includes('nightly') && !logs.includes(secret));
  });

  it('that are no key are refused without a look into the database', async () => {
    const { apiKeys } = app.deps;
    const { findByDigest } = apiKeys;
    let lookups = 0;
    apiKeys.findByDigest = (digest) => {
      lookups += 1;
      return findByDigest(digest);
    };
    const status = async (key: string) =>
      (await app.call('GET', '/users/me', { headers: { 'X-API-Key': key } })).status;
    const { key } = newApiKey();
    for (const junk of ['x', 'gok_', key.slice(1), key.slice(0, -1), `gok_${'0'.repeat(42)}`])
      assert.equal(await status(junk), 401, junk);
    assert.equal(lookups, 0);
    assert.equal(await status(key), 401);
    assert.equal(lookups, 1);
  });
});
