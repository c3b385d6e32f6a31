/** The session of a page on all processes, with cookies as a browser keeps them. */
import assert from 'node:assert/strict';
import { totpCode, totpStep } from '../../api/accounts/two-factor-codes.ts';
import { type ApiClient, signIn } from '../support/callers/api-client.ts';
import { fromBase32 } from '../support/callers/two-factor.ts';
import { newUser, type RunningStack, runningStack } from '../support/stack/running-stack.ts';

const PASSWORD = 'a long enough passphrase';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token?: string;
}

interface Page {
  readonly token: string;
  /** The cookie of the session, `name=value`. */
  readonly cookie: string;
}

describe('the session of a page', function () {
  this.timeout(60_000);
  let stack: RunningStack;
  let nobody: ApiClient;
  let username: string;
  let page: Page;
  before(async () => {
    stack = await runningStack();
    nobody = stack.admin.as(undefined);
  });
  beforeEach(async () => {
    const user = await newUser(stack);
    ({ username } = (await user.request<{ username: string }>('GET', '/api/users/me')).body);
    page = await open();
  });

  async function open(): Promise<Page> {
    const body = { username, password: PASSWORD, session: 'cookie' };
    const answer = await nobody.request<Tokens>('POST', '/api/auth/login', { body });
    assert.equal(answer.status, 200);
    assert.equal(answer.body.refresh_token, undefined);
    return { token: answer.body.access_token, cookie: sessionCookie(answer.headers) };
  }
  /** What a page does that was loaded anew: it has its cookies and nothing else. */
  async function reload(cookie: string, headers = {}) {
    const csrf = await nobody.request<{ csrf_token: string }>('GET', '/api/auth/csrf-token');
    const token = csrf.body.csrf_token;
    const cookies = `${cookie}; ${cookieIn(csrf.headers)}`;
    return nobody.request<Tokens>('POST', '/api/auth/refresh', {
      body: {},
      headers: { cookie: cookies, 'x-csrf-token': token, ...headers },
    });
  }
  const me = async (token: string): Promise<number> =>
    (await nobody.as(token).request('GET', '/api/users/me')).status;

  it('survives a reload by its cookie, which is another one then', async () => {
    const answer = await reload(page.cookie);
    assert.equal(answer.status, 200);
    assert.equal(answer.body.refresh_token, undefined);
    assert.equal(await me(answer.body.access_token), 200);
    assert.notEqual(sessionCookie(answer.headers), page.cookie);
    assert.equal((await reload(sessionCookie(answer.headers))).status, 200);
  });

  it('goes on in every tab when several are loaded at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => reload(page.cookie)));
    for (const { status, body } of answers) {
      assert.equal(status, 200);
      assert.equal(await me(body.access_token), 200);
    }
    const cookies = new Set(answers.map(({ headers }) => sessionCookie(headers)));
    assert.equal(cookies.size, 1);
    assert.equal((await reload([...cookies].join())).status, 200);
  });

  it('asks for the CSRF token, and loses nothing without it', async () => {
    for (const token of ['', 'x', `${'0'.repeat(64)}.1-${'a'.repeat(22)}`]) {
      assert.equal((await reload(page.cookie, { 'x-csrf-token': token })).status, 403);
    }
    const bare = { body: {}, headers: { cookie: page.cookie } };
    assert.equal((await nobody.request('POST', '/api/auth/refresh', bare)).status, 403);
    assert.equal((await reload(page.cookie)).status, 200);
  });

  it('ends where its cookie is used a second time, for whoever stole it too', async () => {
    const second = sessionCookie((await reload(page.cookie)).headers);
    const third = await reload(second);
    assert.equal((await reload(page.cookie)).status, 401);
    assert.equal((await reload(sessionCookie(third.headers))).status, 401);
    assert.equal(await me(third.body.access_token), 401);
  });

  it('ends at logout, which takes the cookie away, and no other session with it', async () => {
    const other = await signIn(nobody.url, username, PASSWORD);
    const answer = await nobody.as(page.token).request('POST', '/api/auth/logout', {
      headers: { cookie: page.cookie },
    });
    assert.equal(answer.status, 200);
    assert.match(setCookie(answer.headers), /^\w*refresh_token=; Max-Age=0;/);
    assert.equal((await reload(page.cookie)).status, 401);
    assert.equal((await other.request('GET', '/api/users/me')).status, 200);
  });

  it('opens nothing else by its cookie', async () => {
    const headers = { cookie: page.cookie };
    for (const [method, path] of [
      ['GET', '/api/users/me'],
      ['GET', '/api/modules/analyst/solve'],
      ['POST', '/api/auth/logout'],
    ] as const) {
      assert.equal((await nobody.request(method, path, { headers })).status, 401, path);
    }
    assert.equal((await reload(page.cookie)).status, 200);
  });

  it('goes on while others end: a second factor that its user enables ends those only', async () => {
    const other = await open();
    const api = nobody.as(page.token);
    const setup = { body: { current_password: PASSWORD } };
    const { body: enrolment } = await api.request<{ secret: string }>(
      'POST',
      '/api/users/me/2fa/setup',
      setup,
    );
    const code = totpCode(fromBase32(enrolment.secret), totpStep(new Date()));
    const enabled = await api.request<{ recovery_codes: string[] }>('POST', '/api/users/me/2fa/enable', {
      body: { code },
    });
    assert.equal(enabled.status, 200);
    assert.equal((await reload(other.cookie)).status, 401);
    assert.equal((await reload(page.cookie)).status, 200);
    const body = { username, password: PASSWORD, session: 'cookie' };
    const asked = await nobody.request<{ temp_token: string }>('POST', '/api/auth/login', { body });
    assert.equal(asked.headers.get('set-cookie'), null);
    const proof = {
      temp_token: asked.body.temp_token,
      code: enabled.body.recovery_codes[0],
      session: 'cookie',
    };
    const verified = await nobody.request<Tokens>('POST', '/api/auth/verify-2fa', { body: proof });
    assert.equal(verified.body.refresh_token, undefined);
    assert.equal((await reload(sessionCookie(verified.headers))).status, 200);
  });
});

const setCookie = (headers: Headers): string => headers.get('set-cookie') ?? '';
const cookieIn = (headers: Headers): string => setCookie(headers).split(';')[0] ?? '';

/** The cookie is not for scripts, not for other sites, and for the folder of the route that set it. */
function sessionCookie(headers: Headers): string {
  assert.match(
    setCookie(headers),
    /^\w*refresh_token=[\w-]{43}; Max-Age=\d+; HttpOnly; SameSite=Strict(; Secure)?$/,
  );
  return cookieIn(headers);
}
