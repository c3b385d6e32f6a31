/** Forms: where they are taken, and the CSRF token they need. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { addUser, PASSWORD, tokenOf } from '../../../support/callers/accounts.ts';
import { type CallOptions, startApp, type TestApp } from '../../../support/stack/app.ts';

const FORM = 'application/x-www-form-urlencoded';
const LOGIN = '/api/auth/login';
const TTL_MS = 2 * 3600 * 1000;

describe('forms', () => {
  let app: TestApp;
  let now: Date;
  beforeEach(async () => {
    now = new Date();
    app = await startApp({ settings: { ALLOW_PUBLIC_REGISTRATION: true }, deps: { now: () => now } });
    await addUser(app.deps, 'ada');
  });
  afterEach(() => app.close());

  const issue = async (token?: string): Promise<string> =>
    (await app.call('GET', '/api/auth/csrf-token', { token })).body.csrf_token;
  const submit = (
    path: string,
    fields: Record<string, string>,
    { headers, ...options }: CallOptions = {},
  ): ReturnType<TestApp['call']> =>
    app.call('POST', path, {
      raw: new URLSearchParams(fields).toString(),
      headers: { 'Content-Type': FORM, ...headers },
      ...options,
    });
  const signIn = (headers: Record<string, string>, fields: Record<string, string> = {}, token?: string) =>
    submit(LOGIN, { username: 'ada', password: PASSWORD, ...fields }, { headers, token });
  const signed = (token: string, cookie = token) => ({ 'X-CSRF-Token': token, Cookie: `csrf=${cookie}` });

  it('get their token from a reply and its cookie', async () => {
    const answer = await app.call('GET', '/auth/csrf-token');
    assert.equal(answer.status, 200);
    assert.match(answer.body.csrf_token, /^[\da-f]{64}\.\d+-[\w-]{22}$/);
    assert.equal(answer.headers.get('Cache-Control'), 'no-store');
    const cookie = answer.headers.get('Set-Cookie') ?? '';
    assert.ok(cookie.startsWith(`csrf=${answer.body.csrf_token}; Path=/;`));
    assert.match(cookie, /SameSite=Strict/);
    assert.doesNotMatch(cookie, /Secure/);
  });

  it('have a cookie of this host alone in production', async () => {
    const production = await startApp({ settings: { NODE_ENV: 'production' } });
    await addUser(production.deps, 'ada');
    const answer = await production.call('GET', '/auth/csrf-token');
    const token = answer.body.csrf_token;
    assert.match(
      answer.headers.get('Set-Cookie') ?? '',
      /^__Host-csrf=.*; Path=\/; .*SameSite=Strict; Secure$/,
    );
    for (const [name, status] of [
      ['__Host-csrf', 200],
      ['csrf', 403],
    ] as const) {
      const { status: got } = await production.call('POST', LOGIN, {
        raw: new URLSearchParams({ username: 'ada', password: PASSWORD, csrf_token: token }).toString(),
        headers: { 'Content-Type': FORM, Cookie: `${name}=${token}` },
      });
      assert.equal(got, status, name);
    }
    await production.close();
  });

  it('sign in with the token in the header, or in a field', async () => {
    const token = await issue();
    const byHeader = await signIn(signed(token));
    assert.equal(byHeader.status, 200);
    assert.equal(byHeader.body.token_type, 'bearer');
    assert.equal((await signIn({ Cookie: `csrf=${token}` }, { csrf_token: token })).status, 200);
    assert.equal((await signIn({ ...signed(token), 'Content-Type': `${FORM}; charset=utf-8` })).status, 200);
  });

  it('refresh and register as well', async () => {
    const token = await issue();
    const { refresh_token } = (await signIn(signed(token))).body;
    const options = { headers: signed(token) };
    assert.equal((await submit('/auth/refresh', { refresh_token }, options)).status, 200);
    const account = { username: 'new', password: PASSWORD };
    assert.equal((await submit('/auth/register', account)).status, 403);
    assert.equal((await submit('/auth/register', account, options)).status, 201);
  });

  it('without a valid token are refused with 403', async () => {
    const [token, other] = [await issue(), await issue()];
    const CASES = [
      ['no token', {}, {}],
      ['a token without its cookie', { 'X-CSRF-Token': token }, {}],
      ['a cookie alone', { Cookie: `csrf=${token}` }, {}],
      ['the cookie of another token', signed(token, other), {}],
      ['a token nobody signed', signed(`${'0'.repeat(64)}.${token.split('.')[1]}`), {}],
      ['a token made up', signed('x'), {}],
      ['an empty token', { 'X-CSRF-Token': '', Cookie: 'csrf=' }, { csrf_token: '' }],
      [
        'a wrong header beside a right field',
        { ...signed(other), Cookie: `csrf=${token}` },
        { csrf_token: token },
      ],
      [
        'the cookie under the name of production',
        { 'X-CSRF-Token': token, Cookie: `__Host-csrf=${token}` },
        {},
      ],
    ] as const;
    for (const [what, headers, fields] of CASES) {
      const answer = await signIn(headers, fields);
      assert.equal(answer.status, 403, what);
      assert.equal(answer.body.detail, 'CSRF token missing or invalid');
    }
    assert.deepEqual(app.deps.audit.events(), []);
  });

  it('are refused two hours after the token was issued', async () => {
    const token = await issue();
    now = new Date(now.getTime() + TTL_MS - 1000);
    assert.equal((await signIn(signed(token))).status, 200);
    now = new Date(now.getTime() + 1000);
    assert.equal((await signIn(signed(token))).status, 403);
  });

  it('need the token of their own session', async () => {
    const session = (await app.call('POST', LOGIN, { body: { username: 'ada', password: PASSWORD } })).body;
    const foreign = await tokenOf(app.deps);
    const token = await issue(session.access_token);
    assert.equal((await signIn(signed(token), {}, session.access_token)).status, 200);
    assert.equal((await signIn(signed(token), {}, foreign)).status, 403);
    assert.equal((await signIn(signed(token))).status, 403);
    assert.equal((await signIn(signed(await issue()), {}, session.access_token)).status, 403);
    assert.equal((await signIn(signed(await issue('not a token')))).status, 200);
  });

  it('are no more trusted in their fields than JSON is', async () => {
    const headers = signed(await issue());
    for (const [raw, status] of [
      ['username[$ne]=x&password[$ne]=x', 400],
      ['username.a=x&password=x', 400],
      ['username=ada&username=bob&password=x', 400],
      ['__proto__[polluted]=1&constructor[prototype][polluted]=1', 400],
      ['username=ada&password=%E0%A4%A', 401],
      ['', 400],
    ] as const) {
      const answer = await app.call('POST', LOGIN, { raw, headers: { 'Content-Type': FORM, ...headers } });
      assert.equal(answer.status, status, raw);
    }
    assert.equal('polluted' in {}, false);
    const large = `username=ada&password=${'x'.repeat(70_000)}`;
    const { status } = await app.call('POST', LOGIN, {
      raw: large,
      headers: { 'Content-Type': FORM, ...headers },
    });
    assert.equal(status, 413);
  });

  it('are taken nowhere else', async () => {
    const token = await tokenOf(app.deps);
    const headers = signed(await issue(token));
    for (const path of ['/users/me/api-keys', '/modules/analyst/solve/uc', '/experiments/submit']) {
      assert.equal((await submit(path, { name: 'k' }, { token, headers })).status, 415, path);
    }
    for (const type of ['multipart/form-data; boundary=b', 'text/plain']) {
      const answer = await app.call('POST', LOGIN, {
        raw: 'x',
        headers: { ...headers, 'Content-Type': type },
      });
      assert.equal(answer.status, 415, type);
    }
  });

  it('are what the token is for: JSON needs none', async () => {
    const body = { username: 'ada', password: PASSWORD };
    const { access_token, refresh_token } = (await app.call('POST', LOGIN, { body })).body;
    assert.equal((await app.call('POST', '/auth/refresh', { body: { refresh_token } })).status, 200);
    const key = { body: { name: randomUUID() }, token: access_token };
    assert.equal((await app.call('POST', '/users/me/api-keys', key)).status, 201);
    const headers = { Cookie: 'csrf=x; session=y' };
    assert.equal((await app.call('POST', LOGIN, { body, headers })).status, 200);
  });
});
