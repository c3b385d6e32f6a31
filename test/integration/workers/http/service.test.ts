/**
 * Properties common to all routes of the solver service (token, errors, document), and its routes for cases and
 * solvers.
 */
import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { MongoNetworkError, MongoServerError } from 'mongodb';
import type { Threads } from '../../../../api/threads/threads.ts';
import { ROUTES } from '../../../../workers/http/app.ts';
import { type SolverServer, startSolverServer } from '../../../support/stack/solver-server.ts';

const TOKEN = 'a shared secret';
const CASE = {
  name: 'two buses',
  buses: [
    { id: 1, v_nom_kv: 138 },
    { id: 2, v_nom_kv: 138 },
  ],
  lines: [{ id: 'L', from_bus: 1, to_bus: 2, x_pu: 0.1 }],
  generators: [],
  loads: [{ bus: 2, values: [50] }],
};

describe('the solver service', () => {
  let server: SolverServer;
  before(async () => {
    server = await startSolverServer();
  });
  after(() => server.close());

  it('is healthy and names its solvers', async () => {
    const { body } = await server.call('GET', '/health');
    assert.deepEqual(body, { status: 'healthy', version: '1.0.0', solvers: ['highs'], slots: 2 });
    const { solvers } = (await server.call('GET', '/solvers')).body;
    const available = solvers.filter((entry: { available: boolean }) => entry.available);
    assert.deepEqual([solvers.length, available.map(({ name }: { name: string }) => name)], [4, ['highs']]);
  });
  it('answers 404, and 405 with the methods there are', async () => {
    assert.equal((await server.call('GET', '/nothing')).status, 404);
    const { status, headers, body } = await server.call('PUT', '/cases/x');
    assert.deepEqual(
      [status, headers.get('allow'), body.detail],
      [405, 'DELETE, GET, HEAD', 'Method Not Allowed'],
    );
    assert.equal((await fetch(`${server.url}/health`, { method: 'HEAD' })).status, 200);
    assert.equal((await server.call('GET', '/jobs/%E0%A4%A')).status, 400);
  });
  it('names every request, and repeats the name in an error', async () => {
    const { headers, body } = await server.call('GET', '/nothing', undefined, {
      'x-request-id': 'request-17',
    });
    assert.deepEqual([headers.get('x-request-id'), body.request_id], ['request-17', 'request-17']);
    const odd = await server.call('GET', '/nothing', undefined, { 'x-request-id': 'a b' });
    assert.match(odd.body.request_id, /^[\w-]{36}$/);
  });
  it('takes JSON of bounded size and depth only', async () => {
    const post = async (text: string, type = 'application/json') =>
      (await server.call('POST', '/solve/uc', text, { 'content-type': type })).status;
    assert.equal(await post('{'), 400);
    assert.equal(await post(`${'['.repeat(100)}${']'.repeat(100)}`), 400);
    assert.equal(await post('payload=1', 'application/x-www-form-urlencoded'), 415);
    assert.equal(await post(`"${'x'.repeat(1_100_000)}"`), 413);
    assert.equal(await post('[]'), 422);
    const { status, body } = await server.call('POST', '/solve/uc');
    assert.deepEqual([status, body.detail[0].loc], [422, ['body', 'payload']]);
  });
  it('hides the cause of a failure, and reports an unavailable database', async () => {
    for (const [error, status, code] of [
      [new Error('a secret'), 500, undefined],
      [new MongoNetworkError('gone'), 503, 'DATABASE_UNAVAILABLE'],
      [new MongoServerError({ message: 'not primary', code: 10_107 }), 503, 'DATABASE_UNAVAILABLE'],
      [new MongoServerError({ message: 'a secret', code: 11_000 }), 500, undefined],
    ] as const) {
      const broken = await startSolverServer({ deps: { findJob: async () => Promise.reject(error) } });
      const reply = await broken.call('GET', '/jobs/x');
      await broken.close();
      assert.deepEqual([reply.status, reply.body.code, broken.failures.length], [status, code, 1]);
      assert.equal(reply.headers.has('retry-after'), status === 503);
      assert.doesNotMatch(JSON.stringify(reply.body), /secret/);
    }
  });
  it('documents exactly its routes, validly', async () => {
    const { body } = await server.call('GET', '/openapi.json');
    const { valid, errors } = await new Validator().validate(body);
    assert.ok(valid, JSON.stringify(errors));
    const documented = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(
      documented.sort(),
      ROUTES.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort(),
    );
  });
  it('shows its document as a page', async () => {
    for (const [path, type] of [
      ['/docs', 'text/html; charset=utf-8'],
      ['/docs/initializer.js', 'text/javascript; charset=utf-8'],
      ['/docs/swagger-ui.css', 'text/css; charset=utf-8'],
    ] as const) {
      const { status, headers } = await server.call('GET', path);
      assert.deepEqual([status, headers.get('content-type')], [200, type]);
    }
  });

  describe('with a token', () => {
    let guarded: SolverServer;
    before(async () => {
      guarded = await startSolverServer({ token: TOKEN });
    });
    after(() => guarded.close());
    const status = async (headers: Record<string, string>, path = '/solvers') =>
      (await guarded.call('GET', path, undefined, headers)).status;

    it('admits callers with the token, in either header', async () => {
      assert.equal(await status({ authorization: `Bearer ${TOKEN}` }), 200);
      assert.equal(await status({ 'x-solver-token': TOKEN }), 200);
    });
    it('refuses everybody else before it reads the body', async () => {
      const { status, headers, body } = await guarded.call('POST', '/solve/uc', '{');
      assert.deepEqual([status, headers.get('www-authenticate')], [401, 'Bearer']);
      assert.equal(body.detail, 'Token missing or invalid');
    });
    it('refuses a wrong one, and one of another kind', async () => {
      for (const headers of [
        { authorization: 'Bearer wrong' },
        { authorization: `Basic ${TOKEN}` },
        { 'x-solver-token': `${TOKEN}!` },
        { 'x-solver-token': '' },
      ])
        assert.equal(await status(headers as Record<string, string>), 401);
    });
    it('asks none for its health and its document', async () => {
      for (const path of ['/health', '/openapi.json', '/docs']) assert.equal(await status({}, path), 200);
    });
  });

  it('shares its threads among those for whom it is asked', async () => {
    const users: string[] = [];
    const threads: Threads = {
      answer: async (ctx, { userId }) => {
        users.push(userId);
        ctx.status = 204;
      },
      ...{
        call: async () => undefined,
        warm: async () => undefined,
        waiting: () => 0,
        close: async () => {},
      },
    };
    const shared = await startSolverServer({ threads });
    const ask = (headers: Record<string, string>) => shared.call('POST', '/validate', {}, headers);
    await ask({ 'x-caller': 'ann' });
    await ask({ 'x-caller': 'b'.repeat(1000) });
    await ask({});
    await shared.close();
    assert.deepEqual(users, ['solver-service/ann', `solver-service/${'b'.repeat(64)}`, 'solver-service']);
  });

  describe('cases', () => {
    it('are stored, read, listed and deleted', async () => {
      const { status, headers, body } = await server.call('POST', '/cases', { case_id: 'two', ...CASE });
      assert.deepEqual([status, headers.get('location'), body.owner], [201, '/cases/two', 'solver-service']);
      const { body: read } = await server.call('GET', '/cases/two');
      assert.deepEqual(
        [read.case_id, read.lines[0].x_ohm, read.base_mva],
        ['two', (0.1 * 138 ** 2) / 100, 100],
      );
      const { body: list } = await server.call('GET', '/cases?limit=1');
      assert.deepEqual([list.cases[0].case_id, list.total > 1], ['two', true]);
      assert.equal((await server.call('POST', '/cases', { case_id: 'two', ...CASE })).status, 409);
      assert.equal((await server.call('DELETE', '/cases/two')).status, 204);
      assert.equal((await server.call('GET', '/cases/two')).status, 404);
      assert.equal((await server.call('DELETE', '/cases/two')).status, 404);
      assert.deepEqual(server.audited.filter(({ event }) => event === 'scenario_changed').length, 2);
    });
    it('get an id when they bring none', async () => {
      const { body } = await server.call('POST', '/cases', CASE);
      assert.match(body.case_id, /^[\da-f-]{36}$/);
    });
    it('are checked like networks', async () => {
      const lines = [{ id: 'L', from_bus: 1, to_bus: 7, x_pu: 0.1 }];
      const { status, body } = await server.call('POST', '/cases', { ...CASE, lines });
      assert.deepEqual([status, body.detail[0].loc], [422, ['body', 'lines', 0, 'to_bus']]);
      assert.equal((await server.call('GET', '/cases?limit=0')).status, 422);
    });
    it('may be shared, and then stay', async () => {
      assert.equal((await server.call('GET', '/cases/rts24')).status, 200);
      assert.equal((await server.call('DELETE', '/cases/rts24')).status, 403);
      assert.equal((await server.call('POST', '/cases', { case_id: 'rts24', ...CASE })).status, 409);
    });
  });
});
