/** Refusals as clients see them, and their order. */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { number, object, string } from 'yup';
import {
  ApiError,
  BadGateway,
  BadRequest,
  Conflict,
  ContentTooLarge,
  Forbidden,
  GatewayTimeout,
  InternalError,
  MethodNotAllowed,
  NotFound,
  RateLimited,
  ServiceUnavailable,
  Unauthenticated,
  UnsupportedMediaType,
} from '../../../../api/http/errors.ts';
import { reply, routesFor } from '../../../../api/http/route.ts';
import { LargeRecord } from '../../../../mongo/errors.ts';
import { tokenOf } from '../../../support/callers/accounts.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';

const defineRoute = routesFor<object>();

const THROWN: Readonly<Record<string, unknown>> = {
  '400': new BadRequest('no'),
  '401': new Unauthenticated(),
  '403': new Forbidden('no'),
  '404': new NotFound('no'),
  '405': new MethodNotAllowed(['GET']),
  '409': new Conflict('no', { code: 'TAKEN' }),
  '413': new ContentTooLarge('no'),
  '415': new UnsupportedMediaType('no'),
  '429': new RateLimited(41.2),
  '500': new InternalError(new Error('secret cause')),
  '502': new BadGateway('no'),
  '503': new ServiceUnavailable('no'),
  '504': new GatewayTimeout('no'),
  unforeseen: new Error('secret cause'),
};

const fail = defineRoute({
  method: 'get',
  path: '/fail/{how}',
  summary: 'Fails as told',
  tag: 'Health',
  auth: 'none',
  params: object({ how: string().required() }),
  responses: { 200: object({}) },
  handle: async ({ params }) => {
    throw params.how === 'large' ? new LargeRecord(2_000_000, 1_000_000) : THROWN[params.how];
  },
});

const guarded = defineRoute({
  method: 'post',
  path: '/guarded/{id}',
  summary: 'Wants everything',
  tag: 'Health',
  auth: 'admin',
  params: object({ id: number().integer().required() }),
  body: object({ size: number().required() }),
  responses: { 200: object({ size: number().required() }) },
  handle: async ({ body }) => reply(200, body),
});

const open = defineRoute({
  method: 'post',
  path: '/open',
  summary: 'Takes a size from anybody',
  tag: 'Health',
  auth: 'none',
  light: true,
  body: object({ size: number().required() }),
  responses: { 204: null },
  handle: async () => reply(204, undefined),
});

describe('error replies', () => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ routes: [fail, guarded, open], settings: { MAX_BODY_MB: 0.1 } });
  });
  after(() => app.close());

  for (const [how, error] of Object.entries(THROWN)) {
    const status = error instanceof ApiError ? error.status : 500;
    it(`answers ${status} for ${how}, at both spellings`, async () => {
      for (const prefix of ['/api', '']) {
        const answer = await app.call('GET', `${prefix}/fail/${how}`);
        assert.equal(answer.status, status);
        assert.equal(typeof answer.body.detail, 'string');
        assert.equal(answer.body.request_id, answer.headers.get('X-Request-Id'));
        assert.doesNotMatch(answer.text, /secret|\.ts|\.js/);
      }
    });
  }

  it('names the bound where a record would be too large', async () => {
    const { status, body } = await app.call('GET', '/api/fail/large');
    assert.equal(status, 413);
    assert.match(body.detail, /2000000 bytes, more than 1000000: name fewer/);
  });

  it('carries the headers and the code of an error', async () => {
    const limited = await app.call('GET', '/fail/429');
    assert.equal(limited.headers.get('Retry-After'), '42');
    assert.equal(limited.body.detail, 'Rate limit exceeded. Retry in 42 seconds.');
    const refused = await app.call('GET', '/fail/401');
    assert.equal(refused.headers.get('WWW-Authenticate'), 'Bearer error="invalid_token"');
    assert.equal((await app.call('GET', '/fail/409')).body.code, 'TAKEN');
  });

  it('gives a time to retry if another process may answer', async () => {
    for (const status of [502, 503])
      assert.equal((await app.call('GET', `/fail/${status}`)).headers.get('Retry-After'), '2');
  });

  it('logs the cause of a 500 with the request id', async () => {
    const { body } = await app.call('GET', '/fail/unforeseen');
    const line = app.lines.find(
      ({ msg, request_id }) => msg === 'request failed' && request_id === body.request_id,
    );
    assert.match(JSON.stringify(line), /secret cause/);
  });

  it('answers an unknown path with 404 and a known one with 405 and its methods', async () => {
    assert.equal((await app.call('GET', '/nowhere')).body.detail, 'Not Found');
    for (const path of ['/guarded/1', '/api/guarded/1']) {
      const answer = await app.call('DELETE', path);
      assert.equal(answer.status, 405);
      assert.equal(answer.headers.get('Allow'), 'POST');
    }
    assert.equal((await app.call('OPTIONS', '/guarded/1')).status, 204);
  });

  describe('order of checks', () => {
    const tooLarge = JSON.stringify({ size: 1, pad: 'x'.repeat(200_000) });
    let user: string;
    let admin: string;
    before(async () => {
      user = await tokenOf(app.deps);
      admin = await tokenOf(app.deps, 'admin');
    });
    const post = (token: string | undefined, raw: RequestInit['body'], headers = {}, id = '1') =>
      app.call('POST', `/guarded/${id}`, { token, raw: raw ?? null, headers });

    it('refuses an unknown caller before it reads the body', async () => {
      assert.equal((await post(undefined, tooLarge)).status, 401);
      assert.equal((await post('no-token', '{"size"')).status, 401);
    });
    it('refuses more than 500 values of a caller without a session', async () => {
      const send = (count: number) =>
        app.call('POST', '/open', { body: { size: 1, more: new Array(count).fill(1) } });
      assert.equal((await send(490)).status, 204);
      const { status, body } = await send(500);
      assert.deepEqual([status, body.detail], [413, 'Body has more than 500 values: sign in to send more']);
    });
    it('refuses the body before the role', async () => {
      assert.equal((await post(user, tooLarge)).status, 413);
      assert.equal((await post(user, gzipSync(tooLarge), { 'Content-Encoding': 'gzip' })).status, 413);
      assert.equal((await post(user, 'size=1', { 'Content-Type': 'text/plain' })).status, 415);
      assert.equal((await post(user, '{}', { 'Content-Encoding': 'zip' })).status, 415);
      assert.equal((await post(user, 'not gzip', { 'Content-Encoding': 'gzip' })).status, 400);
      assert.equal((await post(user, '{"size": NaN}')).status, 400);
    });
    it('refuses the role before the fields, and writes it down', async () => {
      assert.equal((await post(user, '{}')).status, 403);
      assert.ok(app.deps.audit.events().includes('access_denied'));
    });
    it('refuses the fields before the handler runs', async () => {
      assert.equal((await post(admin, '{}')).status, 422);
      assert.equal((await post(admin, '{"size": 1}', {}, 'x')).status, 422);
      assert.equal((await post(admin, '{"size": 1}')).status, 200);
      assert.equal((await post(admin, gzipSync('{"size": 1}'), { 'Content-Encoding': 'gzip' })).status, 200);
    });
  });
});
