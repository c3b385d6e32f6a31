/** The session of a page: a cookie that renews it with a CSRF token, and opens nothing by itself. */
import assert from 'node:assert/strict';
import { ROUTES } from '../../../../api/routes.ts';
import { addUser, PASSWORD } from '../../../support/callers/accounts.ts';
import { startTwoFactorApp } from '../../../support/callers/two-factor.ts';
import { type Answer, startApp, type TestApp } from '../../../support/stack/app.ts';

const LOGIN = { username: 'ada', password: PASSWORD };
const REPLY = ['access_token', 'token_type', 'expires_in'];

/** `name=value` of the cookie that a reply sets. */
const cookieOf = ({ headers }: Answer): string => headers.get('Set-Cookie')?.split(';')[0] ?? '';

describe('the session of a page', () => {
  let app: TestApp;
  let now: Date;
  beforeEach(async () => {
    now = new Date();
    app = await startApp({ deps: { now: () => now } });
    await addUser(app.deps, 'ada');
  });
  afterEach(() => app.close());

  const signIn = (session?: unknown) => app.call('POST', '/api/auth/login', { body: { ...LOGIN, session } });
  const csrf = async (headers: Record<string, string> = {}, token?: string): Promise<string> =>
    (await app.call('GET', '/api/auth/csrf-token', { headers, token })).body.csrf_token;
  const refresh = (cookie: string, token?: string, body: object = {}) =>
    app.call('POST', '/api/auth/refresh', {
      body,
      headers: { Cookie: cookie, ...(token !== undefined && { 'X-CSRF-Token': token }) },
    });
  const renew = async (cookie: string): Promise<Answer> => {
    const token = await csrf();
    return refresh(`${cookie}; csrf=${token}`, token);
  };

  it('is a cookie that no script reads and no other site sends, for the folder of its route', async () => {
    const answer = await signIn('cookie');
    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(answer.body), REPLY);
    assert.match(
      answer.headers.get('Set-Cookie') ?? '',
      /^refresh_token=[\w-]{43}; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    );
    assert.equal(answer.text.includes(cookieOf(answer).replace('refresh_token=', '')), false);
  });

  it('travels over TLS only in production', async () => {
    const production = await startApp({ settings: { NODE_ENV: 'production' } });
    await addUser(production.deps, 'ada');
    const answer = await production.call('POST', '/auth/login', { body: { ...LOGIN, session: 'cookie' } });
    assert.match(
      answer.headers.get('Set-Cookie') ?? '',
      /^__Secure-refresh_token=[\w-]{43}; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/,
    );
    await production.close();
  });

  it('is for those who ask for it', async () => {
    for (const session of [undefined, null, 'token']) {
      const answer = await signIn(session);
      assert.equal(answer.headers.get('Set-Cookie'), null);
      assert.equal(typeof answer.body.refresh_token, 'string');
    }
    assert.equal((await signIn('jar')).status, 422);
  });

  it('begins after the second factor', async () => {
    const own = await startTwoFactorApp();
    const body = { ...LOGIN, session: 'cookie' };
    const asked = await own.call('POST', '/auth/login', { body });
    assert.equal(asked.body.requires_2fa, true);
    assert.equal(asked.headers.get('Set-Cookie'), null);
    own.wait(30);
    const proof = { temp_token: asked.body.temp_token, code: own.code(), session: 'cookie' };
    const answer = await own.call('POST', '/auth/verify-2fa', { body: proof });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(Object.keys(answer.body), REPLY);
    assert.match(cookieOf(answer), /^refresh_token=[\w-]{43}$/);
    await own.close();
  });

  it('is renewed with a CSRF token, with and without an access token', async () => {
    const first = await signIn('cookie');
    const answer = await renew(cookieOf(first));
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(Object.keys(answer.body), REPLY);
    assert.notEqual(cookieOf(answer), cookieOf(first));
    const token: string = answer.body.access_token;
    assert.equal((await app.call('GET', '/users/me', { token })).status, 200);
    let cookie = cookieOf(answer);
    for (const csrfToken of [await csrf(), await csrf({}, token)]) {
      const headers = { Cookie: `${cookie}; csrf=${csrfToken}`, 'X-CSRF-Token': csrfToken };
      const again = await app.call('POST', '/api/auth/refresh', { body: {}, token, headers });
      assert.equal(again.status, 200, again.text);
      cookie = cookieOf(again);
    }
  });

  it('is not renewed for another site: 403, and its token is not spent', async () => {
    const cookie = cookieOf(await signIn('cookie'));
    const [token, other] = [await csrf(), await csrf()];
    const foreign = await csrf({}, (await signIn()).body.access_token);
    for (const [what, cookies, header] of [
      ['no token', `${cookie}; csrf=${token}`, undefined],
      ['an empty token', `${cookie}; csrf=`, ''],
      ['no cookie of the token', cookie, token],
      ['the cookie of another token', `${cookie}; csrf=${other}`, token],
      ['a token made up', `${cookie}; csrf=x`, 'x'],
      ['the token of a session', `${cookie}; csrf=${foreign}`, foreign],
    ] as const) {
      const answer = await refresh(cookies, header);
      assert.equal(answer.status, 403, what);
      assert.equal(answer.body.detail, 'CSRF token missing or invalid');
      assert.equal(answer.headers.get('Set-Cookie'), null);
    }
    assert.equal((await renew(cookie)).status, 200);
  });

  it('without its cookie is over: 401 for a page, and 422 for who forgot the field', async () => {
    const token = await csrf();
    assert.equal((await refresh(`csrf=${token}`, token)).status, 401);
    for (const body of [{}, { refresh_token: null }, { refresh_token: '' }]) {
      const answer = await refresh('', undefined, body);
      assert.equal(answer.status, 422);
      assert.deepEqual(answer.body.detail[0].loc, ['body', 'refresh_token']);
    }
    const forgotten = await refresh('');
    assert.deepEqual(forgotten.body.detail, [
      { loc: ['body', 'refresh_token'], msg: 'Field required', type: 'missing' },
    ]);
  });

  it('is left alone by a refresh token in the body', async () => {
    const page = await signIn('cookie');
    const { refresh_token } = (await signIn()).body;
    const answer = await refresh(cookieOf(page), undefined, { refresh_token });
    assert.equal(answer.status, 200);
    assert.equal(typeof answer.body.refresh_token, 'string');
    assert.equal(answer.headers.get('Set-Cookie'), null);
    assert.equal((await renew(cookieOf(page))).status, 200);
  });

  it('shares its CSRF token between tabs while half of its time is left', async () => {
    const token = await csrf();
    const held = { Cookie: `csrf=${token}` };
    now = new Date(now.getTime() + 3_590_000);
    assert.equal(await csrf(held), token);
    assert.notEqual(await csrf({ Cookie: 'csrf=x' }), 'x');
    assert.notEqual(await csrf(held, (await signIn()).body.access_token), token);
    now = new Date(now.getTime() + 10_000);
    assert.notEqual(await csrf(held), token);
  });

  it('ends at logout, and its cookie with it', async () => {
    const page = await signIn('cookie');
    const cookie = cookieOf(page);
    const token: string = page.body.access_token;
    assert.equal((await app.call('POST', '/auth/logout', { headers: { Cookie: cookie } })).status, 401);
    const answer = await app.call('POST', '/api/auth/logout', { token, headers: { Cookie: cookie } });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('Set-Cookie'), 'refresh_token=; Max-Age=0; HttpOnly; SameSite=Strict');
    assert.equal((await renew(cookie)).status, 401);
    const script = (await signIn()).body.access_token;
    const other = await app.call('POST', '/api/auth/logout', { token: script });
    assert.equal(other.headers.get('Set-Cookie'), null);
  });

  it('opens no route by its cookie', async () => {
    const token = await csrf();
    const headers = { Cookie: `${cookieOf(await signIn('cookie'))}; csrf=${token}`, 'X-CSRF-Token': token };
    const closed = ROUTES.filter(({ auth }) => auth !== 'none');
    assert.ok(closed.length > 50);
    for (const { method, path } of closed) {
      const { status } = await app.call(method.toUpperCase(), path.replaceAll(/[{}]/g, ''), { headers });
      assert.equal(status, 401, `${method} ${path}`);
    }
  });

  it('is known to exist before anybody asks for it, and so is who may register', async () => {
    const options = async (of: TestApp, headers = {}) =>
      (await of.call('GET', '/api/auth/options', { headers })).body;
    const closed = { registration: 'closed', password_min_length: 8, has_session: false };
    assert.deepEqual(await options(app), closed);
    const headers = { Cookie: cookieOf(await signIn('cookie')) };
    assert.deepEqual(await options(app, headers), { ...closed, has_session: true });
    const open = await startApp({ settings: { ALLOW_PUBLIC_REGISTRATION: true, PASSWORD_MIN_LENGTH: 15 } });
    const { registration, password_min_length } = await options(open);
    assert.deepEqual([registration, password_min_length], ['open', 15]);
    await open.close();
  });
});
