/** Signing in, staying signed in, signing out and registering, over HTTP. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { createPasswords } from '../../../../api/accounts/passwords.ts';
import { addUser, PASSWORD, tokenOf } from '../../../support/callers/accounts.ts';
import { type Answer, BCRYPT_COST, startApp, type TestApp } from '../../../support/stack/app.ts';

const signIn = (app: TestApp, username: string, password = PASSWORD): Promise<Answer> =>
  app.call('POST', '/api/auth/login', { body: { username, password } });
const refresh = (app: TestApp, refresh_token: unknown): Promise<Answer> =>
  app.call('POST', '/auth/refresh', { body: { refresh_token } });
const me = async (app: TestApp, token?: string) => (await app.call('GET', '/users/me', { token })).status;

describe('signing in', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startApp();
    await addUser(app.deps, 'Ada');
  });
  afterEach(() => app.close());

  it('gives a token set that opens the API', async () => {
    const { status, body } = await signIn(app, 'ada');
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ['access_token', 'refresh_token', 'token_type', 'expires_in']);
    assert.equal(body.token_type, 'bearer');
    assert.equal(body.expires_in, 3600);
    const answer = await app.call('GET', '/api/users/me', { token: body.access_token });
    assert.equal(answer.body.username, 'Ada');
    assert.match(answer.body.created_at, /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
    assert.deepEqual(app.deps.audit.events(), ['login']);
  });

  it('answers 401 for a wrong password and 404 for an unknown user, and writes both down', async () => {
    assert.equal((await signIn(app, 'ada', 'wrong')).status, 401);
    assert.equal((await signIn(app, 'bob')).status, 404);
    assert.deepEqual(app.deps.audit.events(), ['login_failed', 'login_failed']);
  });

  it('keeps nothing of a name that nobody has: it may be a password in the wrong field', async () => {
    for (let attempt = 0; attempt < 12; attempt += 1) await signIn(app, PASSWORD, 'x');
    await signIn(app, 'ADA', 'x');
    const entries = await app.deps.audit.list({ limit: 100 });
    assert.equal(JSON.stringify([entries, app.lines]).toLowerCase().includes(PASSWORD.toLowerCase()), false);
    const names = entries.map(({ details }) => details['username']);
    assert.ok(names.includes('Ada') && names.includes('Bl... (15 characters)'), names.join());
    assert.ok(entries.some(({ event_type }) => event_type === 'rate_limited'));
  });

  it('is kept in no cache, nor is what is meant for one caller', async () => {
    const { body, headers } = await signIn(app, 'ada');
    const token = body.access_token;
    const { body: renewed, headers: ofRefresh } = await refresh(app, body.refresh_token);
    assert.equal(typeof renewed.access_token, 'string');
    const own = await app.call('GET', '/users/me', { token });
    const setup = { token, body: { current_password: PASSWORD } };
    const secret = await app.call('POST', '/users/me/2fa/setup', setup);
    const wrong = await app.call('POST', '/auth/verify-2fa', { body: { temp_token: 'x', code: '1' } });
    assert.equal(secret.status, 200);
    for (const seen of [headers, ofRefresh, own.headers, secret.headers]) {
      assert.equal(seen.get('Cache-Control'), 'no-store');
    }
    assert.equal(wrong.status, 401);
    assert.equal((await app.call('GET', '/health')).headers.get('Cache-Control'), null);
  });

  it('with a password that is changed meanwhile opens no session', async () => {
    const { users } = app.deps;
    const { findByUsername } = users;
    users.findByUsername = async (username) => {
      const user = await findByUsername(username);
      // Between the look at the account and the end of the sign-in.
      if (user) await users.changePasswordHash(user.user_id, await app.deps.passwords.hash('other'), '');
      return user;
    };
    const { status } = await signIn(app, 'ada');
    users.findByUsername = findByUsername;
    assert.equal(status, 401);
    const user = await findByUsername('ada');
    assert.deepEqual(await app.deps.sessions.of(user?.user_id ?? ''), []);
  });

  for (const body of [
    {},
    { username: 'ada' },
    { username: null, password: 'x' },
    { username: { $ne: null }, password: { $ne: null } },
    { username: '', password: '' },
  ]) {
    it(`answers 400 for ${JSON.stringify(body)}`, async () => {
      const answer = await app.call('POST', '/auth/login', { body });
      assert.equal(answer.status, 400);
      assert.equal(typeof answer.body.detail, 'string');
    });
  }

  it('refuses a disabled account, also with a token from before', async () => {
    const user = await addUser(app.deps, 'eve', { disabled: true });
    assert.equal((await signIn(app, 'eve')).status, 401);
    const session = { userId: user.user_id, sessionId: randomUUID(), role: 'user' as const };
    assert.equal(await me(app, await app.deps.tokens.sign(session, new Date())), 401);
  });

  it('refuses the eleventh failed attempt on a name, not those of others', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1)
      assert.equal((await signIn(app, 'ada', 'x')).status, 401);
    const refused = await signIn(app, 'ADA');
    assert.equal(refused.status, 429);
    assert.match(refused.body.detail, /^Rate limit exceeded\. Retry in \d+ seconds\.$/);
    assert.equal((await signIn(app, 'ada')).status, 429);
    assert.equal((await signIn(app, 'bob')).status, 404);
    assert.equal(app.deps.audit.events().filter((event) => event === 'rate_limited').length, 1);
  });

  it('counts failed attempts only', async () => {
    for (let attempt = 0; attempt < 12; attempt += 1) assert.equal((await signIn(app, 'ada')).status, 200);
  });

  it('renews a hash whose work factor changed', async () => {
    const old = createPasswords(app.deps.settings.PASSWORD_PEPPER, BCRYPT_COST + 1);
    const { user_id } = await addUser(app.deps, 'old', { password_hash: await old.hash(PASSWORD) });
    assert.equal((await signIn(app, 'old')).status, 200);
    const hash = (await app.deps.users.findById(user_id))?.password_hash ?? '';
    assert.equal(app.deps.passwords.isOutdated(hash), false);
    assert.equal((await signIn(app, 'old')).status, 200);
  });
});

describe('sessions', () => {
  let app: TestApp;
  let tokens: { access_token: string; refresh_token: string };
  beforeEach(async () => {
    app = await startApp();
    await addUser(app.deps, 'ada');
    tokens = (await signIn(app, 'ada')).body;
  });
  afterEach(() => app.close());

  it('exchange a refresh token for a new set', async () => {
    const { status, body } = await refresh(app, tokens.refresh_token);
    assert.equal(status, 200);
    assert.notEqual(body.refresh_token, tokens.refresh_token);
    assert.equal(await me(app, body.access_token), 200);
    assert.equal((await refresh(app, body.refresh_token)).status, 200);
  });

  it('end when a refresh token is used twice, with every token they gave', async () => {
    const { body } = await refresh(app, tokens.refresh_token);
    assert.equal((await refresh(app, tokens.refresh_token)).status, 401);
    assert.equal((await refresh(app, body.refresh_token)).status, 401);
    assert.equal(await me(app, body.access_token), 401);
    assert.ok(app.deps.audit.events().includes('token_reuse_detected'));
  });

  it('are renewed sixty times a minute for each user, and as often in vain from one network', async () => {
    await addUser(app.deps, 'bob');
    const other = (await signIn(app, 'bob')).body;
    let { refresh_token } = tokens;
    for (let turn = 0; turn < 60; turn += 1) {
      const { body, status } = await refresh(app, refresh_token);
      assert.equal(status, 200);
      assert.equal((await refresh(app, `guess ${turn}`)).status, 401);
      ({ refresh_token } = body);
    }
    assert.equal((await refresh(app, refresh_token)).status, 429);
    assert.equal((await refresh(app, 'another guess')).status, 429);
    assert.equal((await refresh(app, other.refresh_token)).status, 200);
  });

  it('end at logout, this one only', async () => {
    const other = (await signIn(app, 'ada')).body;
    const { status, body } = await app.call('POST', '/api/auth/logout', { token: tokens.access_token });
    assert.equal(status, 200);
    assert.equal(typeof body.message, 'string');
    assert.equal(await me(app, tokens.access_token), 401);
    assert.equal((await refresh(app, tokens.refresh_token)).status, 401);
    assert.equal(await me(app, other.access_token), 200);
  });

  it('refuse forged, empty and absent tokens', async () => {
    const [head, payload] = tokens.access_token.split('.');
    const unsigned = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`;
    for (const token of [undefined, '', 'x', `${head}.${payload}.AAAA`, unsigned]) {
      const answer = await app.call('GET', '/users/me', { token });
      assert.equal(answer.status, 401);
      assert.equal(answer.headers.get('WWW-Authenticate'), 'Bearer error="invalid_token"');
    }
    assert.equal((await refresh(app, 'x')).status, 401);
    assert.equal((await refresh(app, { $gt: '' })).status, 422);
  });
});

describe('registering', () => {
  const account = { username: 'new.user@grid', password: PASSWORD };

  it('is for administrators unless it is open', async () => {
    const app = await startApp();
    const register = (token?: string) => app.call('POST', '/api/auth/register', { body: account, token });
    assert.equal((await register()).status, 401);
    assert.equal((await register(await tokenOf(app.deps))).status, 403);
    const admin = await tokenOf(app.deps, 'admin');
    const { status, body } = await register(admin);
    assert.equal(status, 201);
    assert.deepEqual(Object.keys(body), ['user_id', 'username']);
    assert.equal((await register(admin)).status, 409);
    await app.close();
  });

  it('lets ten an hour register from one address when it is open', async () => {
    const app = await startApp({ settings: { ALLOW_PUBLIC_REGISTRATION: true } });
    const register = (username: string, token?: string) =>
      app.call('POST', '/auth/register', { body: { ...account, username }, token });
    for (let index = 0; index < 10; index += 1) assert.equal((await register(`user-${index}`)).status, 201);
    assert.equal((await register('USER-3')).status, 409);
    assert.equal((await register('user-11')).status, 429);
    assert.equal((await register('user-11', await tokenOf(app.deps, 'admin'))).status, 201);
    await app.close();
  });

  it('names every rule that the password breaks', async () => {
    const app = await startApp({ settings: { ALLOW_PUBLIC_REGISTRATION: true } });
    const answer = await app.call('POST', '/auth/register', { body: { username: 'ada', password: 'aaaa' } });
    assert.equal(answer.status, 422);
    assert.ok(answer.body.detail.length >= 3);
    for (const { loc } of answer.body.detail) assert.deepEqual(loc, ['body', 'password']);
    const wrong = await app.call('POST', '/auth/register', { body: { username: 'a b', password: 1 } });
    assert.deepEqual(
      wrong.body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [loc[1], type]),
      [
        ['username', 'string_pattern_mismatch'],
        ['password', 'string_type'],
      ],
    );
    await app.close();
  });
});

describe('the audit log', () => {
  it('is for administrators, newest entry first, by type', async () => {
    const app = await startApp();
    await addUser(app.deps, 'ada');
    await signIn(app, 'ada');
    await signIn(app, 'ada', 'x');
    const list = async (query: string, role: 'user' | 'admin' = 'admin') =>
      app.call('GET', `/api/audit/logs${query}`, { token: await tokenOf(app.deps, role) });
    assert.equal((await list('', 'user')).status, 403);
    const types = (await list('')).body.logs.map(({ event_type }: { event_type: string }) => event_type);
    assert.deepEqual(types, ['access_denied', 'login_failed', 'login']);
    assert.equal((await list('?type=login')).body.logs.length, 1);
    assert.deepEqual((await list('?type=no_such_event')).body, { logs: [], next_cursor: null });
    for (const query of ['?limit=0', '?limit=1001', '?limit=x', '?before=yesterday', '?type=a&type=b']) {
      assert.equal((await list(query)).status, 422, query);
    }
    await app.close();
  });
});

/** Status of a request with this `Host`, wherever it leads; `fetch` does not let its caller choose. */
async function statusFor(url: string, host: string): Promise<number | undefined> {
  const call = request(`${url}/audit/logs`, { headers: { host, authorization: 'Bearer anything' } }).end();
  const [response] = await once(call, 'response');
  response.resume();
  return response.statusCode;
}

describe('bypass', () => {
  it('takes any token for the administrator dev, but wants one', async () => {
    const app = await startApp({ settings: { AUTH_BYPASS_ENABLED: true } });
    assert.equal((await app.call('GET', '/audit/logs', { token: 'anything' })).status, 200);
    assert.equal((await app.call('GET', '/audit/logs')).status, 401);
    await app.close();
  });

  it('answers only a request to this machine by name: any page may let its own name resolve to it', async () => {
    const app = await startApp({ settings: { AUTH_BYPASS_ENABLED: true } });
    const { port } = new URL(app.url);
    const status = (host: string) => statusFor(app.url, host);
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      'localhost.evil.example',
      '127.0.0.1.evil.example',
    ])
      assert.equal(await status(host), 403, host);
    for (const host of [`localhost:${port}`, 'LOCALHOST', `127.0.0.1:${port}`, `[::1]:${port}`])
      assert.equal(await status(host), 200, host);
    await app.close();
  });

  it('off, leaves the name to who runs the service', async () => {
    const app = await startApp();
    assert.equal(await statusFor(app.url, 'grid.example'), 401);
    await app.close();
  });
});
