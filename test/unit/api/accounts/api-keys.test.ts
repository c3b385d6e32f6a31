/** Making, using, listing and revoking API keys over HTTP. */
import assert from 'node:assert/strict';
import { object, string } from 'yup';
import { newApiKey } from '../../../../api/accounts/api-key-format.ts';
import { reply, routesFor } from '../../../../api/http/route.ts';
import { ROUTES } from '../../../../api/routes.ts';
import { addUser, PASSWORD, tokenOf } from '../../../support/callers/accounts.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';

const defineRoute = routesFor<object>();

const KEYS = '/api/users/me/api-keys';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Stands for any call that changes something. */
const write = defineRoute({
  method: 'post',
  path: '/things',
  summary: 'Says who calls',
  tag: 'Health',
  auth: 'bearer',
  responses: { 200: object({ user_id: string().required() }) },
  handle: async ({ user }) => reply(200, { user_id: user.userId }),
});

describe('API keys over HTTP', () => {
  let app: TestApp;
  let now: Date;
  let token: string;
  beforeEach(async () => {
    now = new Date('2026-01-01T00:00:00Z');
    app = await startApp({ routes: [...ROUTES, write], deps: { now: () => now } });
    token = await tokenOf(app.deps);
  });
  afterEach(() => app.close());

  const create = (body: unknown, as = token) => app.call('POST', KEYS, { body, token: as });
  const keyOf = async (body: object = {}): Promise<{ api_key: string; key_id: string }> =>
    (await create({ name: 'key', ...body })).body;
  const list = async (as = token) => (await app.call('GET', KEYS, { token: as })).body.api_keys;
  const revoke = (keyId: string, as = token) => app.call('DELETE', `${KEYS}/${keyId}`, { token: as });
  const status = async (headers: Record<string, string>, method = 'GET', path = '/users/me') =>
    (await app.call(method, path, { headers })).status;

  it('are told once, and stored as a digest', async () => {
    const answer = await create({ name: 'nightly' });
    assert.equal(answer.status, 201);
    assert.equal(answer.headers.get('Cache-Control'), 'no-store');
    const { key_id, api_key, ...rest } = answer.body;
    assert.deepEqual(rest, {
      name: 'nightly',
      prefix: api_key.slice(0, 12),
      scopes: ['read', 'write'],
      created_at: '2026-01-01T00:00:00.000Z',
      expires_at: null,
    });
    const { api_key: _, ...summary } = { ...answer.body, last_used_at: null };
    assert.deepEqual(await list(), [summary]);
    const [entry] = await app.deps.audit.list({ type: 'api_key_created', limit: 1 });
    assert.equal(entry?.details['key_id'], key_id);
    assert.equal(entry?.details['name'], 'nightly');
    const secret = api_key.slice(12);
    assert.ok(!JSON.stringify([await app.deps.audit.list({ limit: 9 }), app.lines]).includes(secret));
  });

  it('are made without a password within ten minutes of the sign-in, and with it at any time', async () => {
    now = new Date(now.getTime() + 10 * MINUTE_MS);
    assert.equal((await create({ name: 'young' })).status, 201);
    now = new Date(now.getTime() + 1000);
    const refused = await create({ name: 'old' });
    assert.equal(refused.status, 422);
    assert.deepEqual(refused.body.detail[0].loc, ['body', 'current_password']);
    assert.equal((await create({ name: 'old', current_password: 'wrong' })).status, 401);
    assert.equal((await create({ name: 'old', current_password: PASSWORD })).status, 201);
    assert.equal((await list()).length, 2);
  });

  it('are not made by a session that grew old by being refreshed', async () => {
    const { username } = await addUser(app.deps, 'ada');
    const login = { body: { username, password: PASSWORD } };
    const { refresh_token } = (await app.call('POST', '/auth/login', login)).body;
    now = new Date(now.getTime() + 11 * MINUTE_MS);
    const { body: renewed } = await app.call('POST', '/auth/refresh', { body: { refresh_token } });
    assert.equal((await create({ name: 'key' }, renewed.access_token)).status, 422);
    const { body: again } = await app.call('POST', '/auth/login', login);
    assert.equal((await create({ name: 'key' }, again.access_token)).status, 201);
  });

  it('stand for their user in either header, and in both when these agree', async () => {
    const { api_key } = await keyOf();
    for (const headers of [
      { 'X-API-Key': api_key },
      { Authorization: `Bearer ${api_key}` },
      { 'X-API-Key': api_key, Authorization: `bearer ${api_key}` },
    ]) {
      assert.equal(await status(headers), 200);
      assert.equal(await status(headers, 'POST', '/things'), 200);
    }
    const me = await app.call('GET', '/users/me', { token });
    const called = await app.call('POST', '/things', { headers: { 'X-API-Key': api_key } });
    assert.equal(called.body.user_id, me.body.user_id);
  });

  it('are refused beside other credentials', async () => {
    const { api_key } = await keyOf();
    const other = (await keyOf({ name: 'other' })).api_key;
    for (const Authorization of [`Bearer ${token}`, `Bearer ${other}`, `Basic ${api_key}`, 'Bearer']) {
      assert.equal(await status({ 'X-API-Key': api_key, Authorization }), 401, Authorization);
    }
    assert.equal(await status({ 'X-API-Key': token, Authorization: `Bearer ${token}` }), 401);
  });

  it('that are junk are refused without a look into the database', async () => {
    let lookups = 0;
    const { apiKeys } = app.deps;
    const counting = await startApp({
      deps: {
        apiKeys: {
          ...apiKeys,
          findByDigest: async (digest) => {
            lookups += 1;
            return apiKeys.findByDigest(digest);
          },
        },
      },
    });
    const { key } = newApiKey();
    for (const junk of ['x', 'gok_', key.slice(1), key.slice(0, -1), `gok_${'0'.repeat(42)}`]) {
      const answer = await counting.call('GET', '/users/me', { headers: { 'X-API-Key': junk } });
      assert.equal(answer.status, 401, junk);
      assert.equal(answer.headers.get('WWW-Authenticate'), 'Bearer error="invalid_token"');
    }
    assert.equal(lookups, 0);
    assert.equal((await counting.call('GET', '/users/me', { token: key })).status, 401);
    assert.equal(lookups, 1);
    await counting.close();
  });

  it('end when they expire', async () => {
    const { api_key } = await keyOf({ expires_at: '2026-01-02T01:00:00+01:00' });
    assert.equal((await list())[0].expires_at, '2026-01-02T00:00:00.000Z');
    now = new Date(now.getTime() + DAY_MS - 1);
    assert.equal(await status({ 'X-API-Key': api_key }), 200);
    now = new Date(now.getTime() + 1);
    assert.equal(await status({ 'X-API-Key': api_key }), 401);
  });

  it('end when they are revoked, by their owner only', async () => {
    const { api_key, key_id } = await keyOf();
    assert.equal((await revoke(key_id, await tokenOf(app.deps))).status, 404);
    assert.equal(await status({ 'X-API-Key': api_key }), 200);
    assert.equal((await revoke(key_id)).status, 204);
    assert.equal(await status({ 'X-API-Key': api_key }), 401);
    assert.equal((await revoke(key_id)).status, 404);
    assert.deepEqual(await list(), []);
    const [entry] = await app.deps.audit.list({ type: 'api_key_revoked', limit: 9 });
    assert.equal(entry?.details['key_id'], key_id);
    assert.equal(entry?.details['name'], 'key');
  });

  it('of a disabled user are refused', async () => {
    const user = await addUser(app.deps, 'eve', { disabled: true });
    const { key, ...stored } = newApiKey();
    await app.deps.apiKeys.insert({
      ...stored,
      key_id: 'k',
      user_id: user.user_id,
      name: 'k',
      scopes: ['read', 'write'],
      created_at: now,
      expires_at: null,
      last_used_at: null,
    });
    assert.equal(await status({ 'X-API-Key': key }), 401);
  });

  it('are refused by every route about the account, and at logout', async () => {
    const admin = await tokenOf(app.deps, 'admin');
    const { api_key, key_id } = (await create({ name: 'key' }, admin)).body;
    for (const [method, path] of [
      ['GET', KEYS],
      ['POST', KEYS],
      ['DELETE', `${KEYS}/${key_id}`],
      ['POST', '/auth/logout'],
      ['GET', '/audit/logs'],
    ] as const) {
      assert.equal(await status({ 'X-API-Key': api_key }, method, path), 403, `${method} ${path}`);
    }
    assert.equal(app.deps.audit.events().filter((event) => event === 'access_denied').length, 5);
  });

  for (const [scopes, read, written] of [
    [['read'], 200, 403],
    [['write'], 403, 200],
    [['write', 'read', 'read'], 200, 200],
  ] as const) {
    it(`with scopes ${scopes} answer ${read} to GET and ${written} to POST`, async () => {
      const { api_key } = await keyOf({ scopes });
      assert.equal(await status({ 'X-API-Key': api_key }), read);
      assert.equal(await status({ 'X-API-Key': api_key }, 'POST', '/things'), written);
    });
  }

  it('have names of their own, per user', async () => {
    assert.equal((await create({ name: 'same' })).status, 201);
    assert.equal((await create({ name: 'same' })).status, 409);
    assert.equal((await create({ name: 'same' }, await tokenOf(app.deps))).status, 201);
  });

  it('are twenty per user at most', async () => {
    for (let index = 0; index < 20; index += 1)
      assert.equal((await create({ name: `key ${index}` })).status, 201);
    const refused = await create({ name: 'one more' });
    assert.equal(refused.status, 409);
    const [newest] = await list();
    assert.equal(newest.name, 'key 19');
    await revoke(newest.key_id);
    assert.equal((await create({ name: 'one more' })).status, 201);
  });

  for (const [body, field, type] of [
    [{}, 'name', 'missing'],
    [{ name: '' }, 'name', 'string_too_short'],
    [{ name: 'x'.repeat(65) }, 'name', 'string_too_long'],
    [{ name: 'k', expires_at: 'tomorrow' }, 'expires_at', 'datetime_parsing'],
    [{ name: 'k', expires_at: '2026-01-01T00:00:00Z' }, 'expires_at', 'datetime_future'],
    [{ name: 'k', expires_at: '2025-12-31T23:59:59.999Z' }, 'expires_at', 'datetime_future'],
    [{ name: 'k', scopes: [] }, 'scopes', 'too_short'],
    [{ name: 'k', scopes: 'read' }, 'scopes', 'list_type'],
    [{ name: 'k', scopes: ['admin'] }, 'scopes', 'enum'],
  ] as const) {
    it(`are not made of ${JSON.stringify(body).slice(0, 70)}`, async () => {
      const answer = await create(body);
      assert.equal(answer.status, 422);
      assert.deepEqual(answer.body.detail[0].loc.slice(0, 2), ['body', field]);
      assert.equal(answer.body.detail[0].type, type);
      assert.deepEqual(await list(), []);
    });
  }

  it('say when they were last used, to the minute', async () => {
    const { api_key } = await keyOf();
    const lastUsed = async () => (await list())[0].last_used_at;
    assert.equal(await lastUsed(), null);
    const first = now.toISOString();
    assert.equal(await status({ 'X-API-Key': api_key }), 200);
    now = new Date(now.getTime() + MINUTE_MS - 1);
    assert.equal(await status({ 'X-API-Key': api_key }), 200);
    assert.equal(await lastUsed(), first);
    now = new Date(now.getTime() + 1);
    assert.equal(await status({ 'X-API-Key': api_key }), 200);
    assert.equal(await lastUsed(), now.toISOString());
  });

  it('leave the bypass as it is: any bearer token is the user dev', async () => {
    const bypass = await startApp({ settings: { AUTH_BYPASS_ENABLED: true } });
    const { key } = newApiKey();
    const me = (headers: Record<string, string>) => bypass.call('GET', '/audit/logs', { headers });
    assert.equal((await me({ Authorization: `Bearer ${key}` })).status, 200);
    assert.equal((await me({ 'X-API-Key': key })).status, 401);
    await bypass.close();
  });
});
