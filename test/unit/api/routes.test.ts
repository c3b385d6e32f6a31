/** The list of endpoints: both spellings of each path, permitted callers, and paths that could be confused. */
import assert from 'node:assert/strict';
import { ObjectSchema, object, string } from 'yup';
import { reply, routesFor } from '../../../api/http/route.ts';
import { ROUTES } from '../../../api/routes.ts';
import { tokenOf } from '../../support/callers/accounts.ts';
import { payload } from '../../support/cases/payloads.ts';
import { startApp, type TestApp } from '../../support/stack/app.ts';

const defineRoute = routesFor<object>();

const answering = (path: `/${string}`) =>
  defineRoute({
    method: 'get',
    path,
    summary: 'Says which route it is',
    tag: 'Health',
    auth: 'none',
    responses: { 200: object({ path: string().required() }) },
    handle: async () => reply(200, { path }),
  });

const CONFUSABLE = [
  '/solve/{job_id}/status',
  '/solve/{job_id}',
  '/solve/enhanced/health',
  '/solve/health',
  '/{anything}',
] as const;

describe('routes', () => {
  let app: TestApp;
  before(async () => {
    app = await startApp();
  });
  after(() => app.close());

  it('have a method and a path of their own', () => {
    const names = ROUTES.map(({ method, path }) => `${method} ${path}`);
    assert.equal(new Set(names).size, ROUTES.length);
  });

  for (const { method, path, auth } of ROUTES.filter((route) => route.auth !== 'none')) {
    it(`refuse ${method} ${path} without a token, at both spellings`, async () => {
      for (const prefix of ['', '/api']) {
        assert.equal((await app.call(method.toUpperCase(), `${prefix}${path}`)).status, 401, auth);
      }
    });
  }

  for (const { method, path } of ROUTES.filter(
    (route) => route.auth === 'admin' || route.auth === 'registrar',
  )) {
    it(`refuse ${method} ${path} to users`, async () => {
      const token = await tokenOf(app.deps);
      const body = method === 'post' ? { body: {} } : {};
      assert.equal((await app.call(method.toUpperCase(), path, { token, ...body })).status, 403);
    });
  }

  for (const { method, path, auth } of ROUTES.filter(
    (route) => route.auth === 'admin' || route.auth === 'registrar',
  )) {
    it(`refuse ${method} ${path} to API keys of administrators`, async () => {
      const token = await tokenOf(app.deps, 'admin');
      const created = await app.call('POST', '/users/me/api-keys', { token, body: { name: 'key' } });
      const body = method === 'get' ? {} : { body: {} };
      const options = { headers: { 'X-API-Key': created.body.api_key }, ...body };
      const answer = await app.call(method.toUpperCase(), path, options);
      assert.equal(answer.status, 403, auth);
      assert.equal(answer.body.detail, 'API keys cannot be used here');
    });
  }

  const FIXED = [
    ['DELETE', '/experiments/submit', 'POST'],
    ['GET', '/modules/analyst/solve/uc', 'POST'],
    ['DELETE', '/modules/analyst/solve/validate', 'POST'],
    ['PUT', '/scenarios/import', 'POST'],
    ['GET', '/scenarios/import', 'POST'],
  ] as const;
  for (const [method, path, allowed] of FIXED) {
    it(`do not take ${path} for the id of its templated neighbour: ${method} is 405`, async () => {
      const token = await tokenOf(app.deps);
      for (const prefix of ['', '/api']) {
        const { status, headers } = await app.call(method, `${prefix}${path}`, { token });
        assert.deepEqual([status, headers.get('Allow')], [405, allowed]);
        const options = await app.call('OPTIONS', `${prefix}${path}`);
        assert.deepEqual([options.status, options.headers.get('Allow')], [204, allowed]);
      }
    });
  }

  it('refuse a query parameter that is there but empty, each of them', async () => {
    const token = await tokenOf(app.deps, 'admin');
    for (const { method, path, query } of ROUTES) {
      for (const name of Object.keys(query instanceof ObjectSchema ? query.fields : {})) {
        const { status, body } = await app.call(method.toUpperCase(), `${path}?${name}=`, { token });
        assert.equal(status, 422, `${method} ${path} ${name}`);
        assert.deepEqual(
          body.detail.find(({ loc }: { loc: string[] }) => loc.join('.') === `query.${name}`),
          { loc: ['query', name], msg: 'String should have at least 1 character', type: 'string_too_short' },
        );
      }
    }
  });

  it('refuse a query parameter that they do not know, which may be a misspelt filter', async () => {
    const token = await tokenOf(app.deps, 'admin');
    for (const { method, path, query } of ROUTES) {
      const { status, body } = await app.call(method.toUpperCase(), `${path}?stauts=failed`, { token });
      assert.equal(status, 422, `${method} ${path}`);
      const { msg, type } = body.detail.find(
        ({ loc }: { loc: string[] }) => loc.join('.') === 'query.stauts',
      );
      assert.equal(type, 'extra_forbidden');
      assert.match(msg, query instanceof ObjectSchema ? /expected one of / : /takes no query parameters/);
    }
  });

  it('name all that is missing of an experiment, and refuse a base of impedances that is no number', async () => {
    const token = await tokenOf(app.deps, 'admin');
    const problemsOf = async (method: string, path: string, body: object) =>
      (await app.call(method, path, { token, body })).body.detail.map(
        ({ loc, type }: { loc: string[]; type: string }) => `${loc.join('.')} ${type}`,
      );
    const missing = ['name', 'base_scenario_id', 'scenario_matrix'].map((name) => `body.${name}`);
    const problems: string[] = await problemsOf('POST', '/experiments/submit', {});
    assert.deepEqual(problems.map((each) => each.split(' ')[0]).sort(), missing.sort());
    assert.ok(problems.includes('body.scenario_matrix missing'));
    const wrong = { scenario_id: 'case', payload: { ...payload(), base_mva: '100' } };
    for (const [method, path] of [
      ['POST', '/modules/analyst/solve/uc'],
      ['POST', '/modules/analyst/solve/validate?type=uc'],
      ['PUT', '/scenarios/case'],
    ] as const)
      assert.deepEqual(await problemsOf(method, path, wrong), ['body.payload.base_mva float_type'], path);
  });

  it('have the pages beside them: at the root, to which the prefix of the API leads', async () => {
    const page = await fetch(`${app.url}/api/`);
    assert.equal(page.url, `${app.url}/`);
    assert.match(page.headers.get('Content-Security-Policy') ?? '', /script-src 'self';/);
    const [, script = ''] = /src="\.\/(assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
    const asset = await fetch(`${app.url}/${script}`);
    assert.equal(asset.headers.get('Content-Type'), 'text/javascript; charset=utf-8');
    assert.match(asset.headers.get('Cache-Control') ?? '', /immutable/);
  });

  it('serve no other file of the pages', async () => {
    for (const path of ['/assets/none-12345678.js', '/assets/..%2Findex.html', '/index.html', '/assets/'])
      assert.equal((await fetch(`${app.url}${path}`)).status, 404, path);
  });

  it('prefer fixed segments to parameters, in any order of the list', async () => {
    const other = await startApp({ routes: CONFUSABLE.map(answering) });
    const EXPECTED = [
      ['/solve/health', '/solve/health'],
      ['/solve/enhanced/health', '/solve/enhanced/health'],
      ['/solve/42', '/solve/{job_id}'],
      ['/api/solve/42/status', '/solve/{job_id}/status'],
      ['/solve', '/{anything}'],
    ] as const;
    for (const [called, path] of EXPECTED)
      assert.equal((await other.call('GET', called)).body?.path, path, called);
    await other.close();
  });
});
