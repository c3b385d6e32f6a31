/** Properties of every request: an id, a log line, headers, compression, and protection against malformed bodies. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { mixed, number, object, string } from 'yup';
import { reply, routesFor } from '../../../api/http/route.ts';
import { ROUTES } from '../../../api/routes.ts';
import { tokenOf } from '../../support/callers/accounts.ts';
import { startApp, type TestApp } from '../../support/stack/app.ts';
import { until } from '../../support/until.ts';

const defineRoute = routesFor<object>();

const ORIGIN = 'https://grid.example';
const open = { summary: 'For these tests', tag: 'Health', auth: 'none' } as const;

const echo = defineRoute({
  method: 'post',
  path: '/echo',
  ...open,
  body: object({ text: string().optional(), any: mixed().optional() }),
  responses: { 200: object({ text: string().optional() }) },
  handle: async ({ body: { text } }) => reply(200, { text }),
});

const table = defineRoute({
  method: 'get',
  path: '/things/{thing_id}',
  ...open,
  params: object({ thing_id: string().required() }),
  responses: { 200: object({}) },
  produces: ['text/csv'],
  handle: async () => ({
    status: 200,
    mediaType: 'text/csv',
    stream: Readable.from(['a,b\r\n', '1,2\r\n'.repeat(1000)]),
  }),
});

/** Stream and signal of the last caller of `/things/events`. */
let events = new PassThrough();
let clientSignal: AbortSignal | undefined;
const follow = defineRoute({
  method: 'get',
  path: '/things/events',
  ...open,
  responses: { 200: object({}) },
  produces: ['text/event-stream'],
  handle: async ({ request: { signal } }) => {
    events = new PassThrough();
    clientSignal = signal;
    return { status: 200, mediaType: 'text/event-stream', stream: events };
  },
});

const careless = defineRoute({
  method: 'get',
  path: '/careless',
  ...open,
  responses: { 200: object({ n: number().required() }) },
  handle: async () => reply(200, { n: 1, extra: 2 }),
});

const slow = defineRoute({
  method: 'get',
  path: '/slow',
  ...open,
  responses: { 204: null },
  handle: async ({ request: { signal } }) => {
    clientSignal = signal;
    await once(signal, 'abort');
    return reply(204, undefined);
  },
});

const counted = defineRoute({
  method: 'get',
  path: '/counted',
  ...open,
  auth: 'bearer',
  responses: { 204: null },
  handle: async () => reply(204, undefined),
});

describe('the application', () => {
  let app: TestApp;
  before(async () => {
    app = await startApp({
      routes: [...ROUTES, echo, table, follow, careless, slow, counted],
      settings: { CORS_ORIGINS: `${ORIGIN}, https://other.example` },
    });
  });
  after(() => app.close());

  it('keeps a well-formed request id and replaces any other', async () => {
    const reply = await app.call('GET', '/health', { headers: { 'X-Request-Id': 'my-request_1' } });
    assert.equal(reply.headers.get('X-Request-Id'), 'my-request_1');
    for (const id of ['short', 'has spaces in it', 'x'.repeat(65)]) {
      const replaced = await app.call('GET', '/nowhere', { headers: { 'X-Request-Id': id } });
      assert.match(replaced.headers.get('X-Request-Id') ?? '', /^[\da-f-]{36}$/);
    }
  });

  it('logs the route pattern, never the query, a token or a password', async () => {
    const token = await tokenOf(app.deps);
    await app.call('GET', '/api/things/42?key=secret-query', { token });
    await app.call('POST', '/auth/login', { body: { username: 'nobody', password: 'secret-password' } });
    await app.call('GET', '/users/me', { token });
    const text = JSON.stringify(app.lines);
    for (const secret of ['secret-query', token, 'secret-password', '/things/42'])
      assert.ok(!text.includes(secret));
    const line = app.lines.findLast(({ route }) => route === '/users/me');
    assert.equal(line?.['status'], 200);
    assert.equal(typeof line?.['user_id'], 'string');
    assert.ok(app.lines.some(({ route }) => route === '/things/{thing_id}'));
  });

  it('allows listed origins only, and lets them read our headers', async () => {
    const listed = await app.call('GET', '/health', { headers: { Origin: ORIGIN } });
    assert.equal(listed.headers.get('Access-Control-Allow-Origin'), ORIGIN);
    assert.match(listed.headers.get('Access-Control-Expose-Headers') ?? '', /Retry-After/);
    const other = await app.call('GET', '/health', { headers: { Origin: 'https://evil.example' } });
    assert.equal(other.headers.get('Access-Control-Allow-Origin'), null);
    const headers = { Origin: ORIGIN, 'Access-Control-Request-Method': 'POST' };
    assert.equal((await app.call('OPTIONS', '/auth/login', { headers })).status, 204);
  });

  it('compresses replies that are large enough', async () => {
    const headers = { 'Accept-Encoding': 'gzip' };
    const large = await app.call('GET', '/openapi.json', { headers });
    assert.equal(large.headers.get('Content-Encoding'), 'gzip');
    assert.equal((await app.call('GET', '/health', { headers })).headers.get('Content-Encoding'), null);
  });

  it('streams CSV', async () => {
    const { status, text, headers } = await app.call('GET', '/things/1');
    assert.equal(status, 200);
    assert.equal(headers.get('Content-Type'), 'text/csv; charset=utf-8');
    assert.ok(text.startsWith('a,b\r\n1,2\r\n'));
  });

  it('sends events at once, uncompressed, from the static path, and stops with the client', async () => {
    const client = request(`${app.url}/api/things/events`, { headers: { 'Accept-Encoding': 'gzip' } }).end();
    const [response] = await once(client, 'response');
    assert.match(response.headers['content-type'], /^text\/event-stream/);
    assert.equal(response.headers['content-encoding'], undefined);
    events.write('data: 1\n\n');
    const [chunk] = await once(response, 'data');
    assert.equal(String(chunk), 'data: 1\n\n');
    const closed = new Promise((resolve) => events.on('error', resolve).on('close', resolve));
    client.destroy();
    await closed;
    assert.ok(events.destroyed);
    assert.ok(clientSignal?.aborted);
    assert.ok(!app.lines.some(({ msg }) => msg === 'reply failed'));
  });

  it('logs and counts a client that went away before its answer as 499', async () => {
    clientSignal = undefined;
    const client = request(`${app.url}/api/slow`).on('error', () => undefined);
    client.end();
    await until(async () => clientSignal !== undefined);
    client.destroy();
    const line = () => app.lines.findLast(({ route }) => route === '/slow');
    await until(async () => line() !== undefined);
    assert.deepEqual([line()?.['status'], line()?.['aborted']], [499, true]);
    const { text } = await app.call('GET', '/metrics');
    assert.match(text, /http_request_duration_seconds_count\{[^}]*route="\/slow",status="499"\} 1/);
  });

  it('turns a reply that its schema does not allow into 500', async () => {
    assert.equal((await app.call('GET', '/careless')).status, 500);
  });

  it('refuses a target that is no URL with 400', async () => {
    const { hostname, port } = new URL(app.url);
    const failures = () => app.lines.filter(({ level }) => level === 50).length;
    const before = failures();
    const outgoing = request({ hostname, port, path: 'http://[::1/x' }).end();
    const [response] = await once(outgoing, 'response');
    response.resume();
    assert.equal(response.statusCode, 400);
    assert.equal(failures(), before);
  });

  it('survives deep, poisoned and strange bodies', async () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const nested = await app.call('POST', '/echo', { raw: `{"any": ${deep}}` });
    assert.equal(nested.status, 400);
    assert.match(nested.body.detail, /^Malformed JSON/);
    const poisoned = await app.call('POST', '/echo', {
      raw: '{"__proto__": {"polluted": true}, "text": "x"}',
    });
    assert.equal(poisoned.status, 422);
    assert.deepEqual(poisoned.body.detail[0].loc, ['body']);
    assert.equal(poisoned.body.detail[0].msg, 'No key may be called __proto__');
    assert.equal('polluted' in {}, false);
    for (const raw of ['{"text": NaN}', '{"text"', 'Infinity', '{"a": 01}']) {
      const broken = await app.call('POST', '/echo', { raw });
      assert.equal(broken.status, 400, raw);
      assert.match(broken.body.detail, /^Malformed JSON: /);
    }
    for (const raw of ['[]', '1', 'null', '"text"', 'true']) {
      assert.equal((await app.call('POST', '/echo', { raw })).status, 422, raw);
    }
  });

  it('keeps NUL, emoji and lone surrogates in strings', async () => {
    for (const text of ['a\u0000b', '\u{1f50c} grid', '\ud800']) {
      const { body } = await app.call('POST', '/echo', { body: { text } });
      assert.equal(body.text, text);
    }
  });

  it('accepts an absent body where no field is required', async () => {
    assert.equal((await app.call('POST', '/echo')).status, 200);
  });

  it('tells the caller the remaining quota', async () => {
    const { headers } = await app.call('GET', '/counted', { token: await tokenOf(app.deps) });
    assert.equal(headers.get('RateLimit-Policy'), '"general";q=600;w=60');
    assert.match(headers.get('RateLimit') ?? '', /^"general";r=599;t=\d+$/);
  });
});
