/** Attacks on accounts and input, against all processes: each gets the answer that gives nothing away. */
import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ObjectSchema, type Schema } from 'yup';
import type { RouteShape } from '../../api/http/route.ts';
import { ROUTES } from '../../api/routes.ts';
import type { ApiClient } from '../support/callers/api-client.ts';
import { newUser, type RunningStack, runningStack } from '../support/stack/running-stack.ts';

interface TokenSet {
  readonly access_token: string;
  readonly refresh_token: string;
}

const PASSWORD = 'Correct-Horse-42-Battery';

describe('attacks', function () {
  this.timeout(120_000);
  let stack: RunningStack;
  let nobody: ApiClient;
  before(async () => {
    stack = await runningStack();
    nobody = stack.admin.as(undefined);
  });

  const name = (): string => `u-${randomUUID().slice(0, 12)}`;
  const register = (username: string, password = PASSWORD, more = {}) =>
    stack.admin.request('POST', '/api/auth/register', { body: { username, password, ...more } });
  const login = (username: string, password = PASSWORD) =>
    nobody.request<TokenSet>('POST', '/api/auth/login', { body: { username, password } });
  const refresh = (refresh_token: string) =>
    nobody.request<TokenSet>('POST', '/api/auth/refresh', { body: { refresh_token } });
  const me = async (token: string): Promise<number> =>
    (await nobody.as(token).request('GET', '/api/users/me')).status;
  const user = async (password = PASSWORD) => {
    const username = name();
    assert.equal((await register(username, password)).status, 201);
    return username;
  };

  it('credential stuffing ends in 429 with Retry-After, also for the right password', async () => {
    const username = await user();
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, i) => login(username, `guess-${i}`)));
    const statuses = guesses.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 401).length, 10);
    const limited = await login(username);
    assert.equal(limited.status, 429);
    assert.ok(Number(limited.headers.get('retry-after')) >= 1);
  });

  it('a token of another algorithm, key, kind or time is no access token', async () => {
    const username = await user();
    const { body: tokens } = await login(username);
    const [head = '', claims = '', signature = ''] = tokens.access_token.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString());
    const signed = (header: object, body: object, key: string, hash = 'sha256') => {
      const text = `${encode(header)}.${encode(body)}`;
      return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
    };
    const secrets = await readFile(join(dirname(process.env['STACK_FILE'] ?? ''), 'secrets.json'), 'utf8');
    const { JWT_SECRET: secret } = JSON.parse(secrets);
    const now = Math.floor(Date.now() / 1000);
    const forged: Record<string, string> = {
      'alg none': `${encode({ alg: 'none', typ: 'at+jwt' })}.${claims}.`,
      'alg HS512 with the right key': signed(
        { alg: 'HS512', typ: 'at+jwt' },
        decode(claims),
        secret,
        'sha512',
      ),
      'another key': signed(decode(head), decode(claims), 'k'.repeat(40)),
      'another kind': signed({ alg: 'HS256', typ: 'JWT' }, decode(claims), secret),
      expired: signed(decode(head), { ...decode(claims), iat: now - 7200, exp: now - 3600 }, secret),
      'claims changed': `${head}.${encode({ ...decode(claims), role: 'admin', sub: randomUUID() })}.${signature}`,
      'refresh token': tokens.refresh_token,
      empty: '',
      junk: 'a.b.c',
    };
    for (const [what, token] of Object.entries(forged)) assert.equal(await me(token), 401, what);
    const control = signed(decode(head), decode(claims), secret);
    assert.equal(await me(control), 200, 'what is forged right is accepted: the test can fail');
  });

  it('a refresh token that is used again takes its whole family with it, and is audited', async () => {
    const username = await user();
    const { body: first } = await login(username);
    const { body: second } = await refresh(first.refresh_token);
    const { body: third } = await refresh(second.refresh_token);
    assert.equal(await me(third.access_token), 200);
    assert.equal((await refresh(first.refresh_token)).status, 401);
    assert.equal((await refresh(third.refresh_token)).status, 401);
    assert.equal(await me(third.access_token), 401);
    const { body } = await stack.admin.request<{ logs: { user_id: string }[] }>(
      'GET',
      '/api/audit/logs?type=token_reuse_detected&limit=50',
    );
    const { body: account } = await login(username);
    const mine = await nobody.as(account.access_token).request<{ user_id: string }>('GET', '/api/users/me');
    assert.ok(body.logs.some(({ user_id }) => user_id === mine.body.user_id));
  });

  it('a password counts to its last byte, in any Unicode form, and NUL ends nothing', async () => {
    const long = `${'x7-Y'.repeat(20)}end`;
    const username = await user(long);
    assert.equal((await login(username, long)).status, 200);
    assert.equal((await login(username, `${long.slice(0, 72)}another end`)).status, 401);
    const nul = await user('Before\u0000After-42-emoji\u{1F600}');
    assert.equal((await login(nul, 'Before\u0000Later-42-emoji\u{1F600}')).status, 401);
    assert.equal((await login(nul, 'Before\u0000After-42-emoji\u{1F600}')).status, 200);
    const composed = await user('Caf\u00e9-Stra\u00dfe-4242');
    assert.equal((await login(composed, 'Cafe\u0301-Stra\u00dfe-4242')).status, 200);
  });

  it('a name in other letters is the same name', async () => {
    const username = await user();
    assert.equal((await register(username.toUpperCase())).status, 409);
    assert.equal((await login(username.toUpperCase())).status, 200);
  });

  it('a name with control characters, markup or a line of log is refused', async () => {
    for (const bad of ['a\nb', 'a\r\nSet-Cookie: x=1', '<script>', 'a b', '\u0000', 'a'.repeat(65), '../etc'])
      assert.equal((await register(bad)).status, 422, JSON.stringify(bad));
  });

  it('nobody becomes an administrator by asking for it', async () => {
    const username = name();
    const more = { role: 'admin', disabled: false, user_id: randomUUID(), __proto__: { role: 'admin' } };
    assert.equal((await register(username, PASSWORD, more)).status, 201);
    const body = `{"username":"${name()}","password":"${PASSWORD}","__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}`;
    const poisoned = await stack.admin.request('POST', '/api/auth/register', { body });
    assert.ok([201, 400, 422].includes(poisoned.status), `${poisoned.status}`);
    const { body: tokens } = await login(username);
    const logs = await nobody.as(tokens.access_token).request('GET', '/api/audit/logs');
    assert.equal(logs.status, 403);
  });

  it('an operator in place of any value is refused on every route, and never reaches the database', async () => {
    const api = await newUser(stack);
    for (const route of ROUTES) {
      for (const { path, body } of operatorsFor(route)) {
        const { status } = await api.request(route.method.toUpperCase(), path, body ? { body } : {});
        const told = `${route.method} ${path} ${JSON.stringify(body)} answered ${status}`;
        assert.ok(status < 500 && status !== 429, told);
        if (body) assert.ok(status >= 400, told);
      }
    }
  });

  it('a body ten thousand levels deep is malformed', async () => {
    const body = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    const reply = await nobody.request('POST', '/api/auth/login', { body });
    assert.equal(reply.status, 400);
  });

  it('of a hundred registrations of one name at once one succeeds, and the rest are conflicts', async () => {
    const username = name();
    const replies = await Promise.all(Array.from({ length: 100 }, () => register(username)));
    const count = (status: number) => replies.filter((reply) => reply.status === status).length;
    assert.deepEqual([count(201), count(409)], [1, 99]);
  });

  it('a header that would break the log is not repeated', async () => {
    const reply = await nobody.request('GET', '/api/health', { headers: { 'X-Request-Id': 'a b"}{"c":1' } });
    assert.match(reply.headers.get('x-request-id') ?? '', /^[\w-]{8,64}$/);
  });
});

interface Probe {
  readonly path: string;
  readonly body?: object;
}

/** Each field of body and query, and each path parameter, as an operator of MongoDB. */
function operatorsFor(route: RouteShape): Probe[] {
  const path = `/api${route.path.replaceAll(/\{\w+\}/g, encodeURIComponent('{"$ne":null}'))}`;
  const inQuery = fieldsOf(route.query).map((field) => ({
    path: `${path}?${field}[$ne]=1&${field}=%7B%22%24gt%22%3A0%7D`,
  }));
  if (!route.body) return [{ path }, ...inQuery];
  const inBody = fieldsOf(route.body).map((field) => ({ path, body: { [field]: { $ne: null } } }));
  return [
    ...inBody,
    { path, body: { $where: '1' } },
    { path, body: [] },
    ...inQuery.map((probe) => ({ ...probe, body: {} })),
  ];
}

const fieldsOf = (schema: Schema | undefined): string[] =>
  schema instanceof ObjectSchema ? Object.keys(schema.fields) : [];
