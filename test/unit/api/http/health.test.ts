/** Health, readiness, metrics and the pages about the API. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ABOUT } from '../../../../api/about.ts';
import { plainPage } from '../../../../api/http/docs-pages.ts';
import { probe } from '../../../../api/http/health.ts';
import { toOpenApi } from '../../../../api/http/openapi.ts';
import { ROUTES } from '../../../../api/routes.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';

const fine = async () => {};
const broken = async () => {
  throw new Error('secret address');
};
const frozen = () => new Promise<void>(() => {});

describe('health', () => {
  let app: TestApp;
  before(async () => {
    app = await startApp();
  });
  after(() => app.close());

  it('is alive at both spellings without a token', async () => {
    for (const path of ['/health', '/api/health']) {
      const { status, body } = await app.call('GET', path);
      assert.equal(status, 200);
      assert.deepEqual(body, { status: 'healthy' });
    }
  });

  it('is starting until the first administrator can sign in, and alive meanwhile', async () => {
    let isStarting = true;
    const fresh = await startApp({ deps: { isStarting: () => isStarting } });
    const { status, body } = await fresh.call('GET', '/health');
    assert.deepEqual([status, body], [503, { status: 'starting' }]);
    assert.equal((await fresh.call('GET', '/api/health/live')).status, 200);
    isStarting = false;
    assert.equal((await fresh.call('GET', '/health')).status, 200);
    await fresh.close();
  });

  it('is ready when all parts are', async () => {
    const { status, body } = await app.call('GET', '/health/ready');
    assert.equal(status, 200);
    assert.deepEqual(body, { status: 'ready', checks: { mongo: 'ok', temporal: 'ok', solver: 'ok' } });
  });

  it('names the failing part, and not the reason', async () => {
    const partly = await startApp({ deps: { probes: { mongo: broken, temporal: fine, solver: fine } } });
    const { status, body, text } = await partly.call('GET', '/api/health/ready');
    await partly.close();
    assert.equal(status, 503);
    assert.deepEqual(body.checks, { mongo: 'unreachable', temporal: 'ok', solver: 'ok' });
    assert.doesNotMatch(text, /secret/);
  });

  it('checks each part once for all requests within a second', async () => {
    let [checks, clock] = [0, 0];
    const now = mock.method(performance, 'now', () => clock);
    const counting = async () => {
      checks += 1;
    };
    const answers = await Promise.all(Array.from({ length: 20 }, () => probe(counting)));
    clock = 999;
    answers.push(await probe(counting));
    assert.deepEqual([new Set(answers), checks], [new Set(['ok']), 1]);
    clock = 1000;
    await probe(counting);
    now.mock.restore();
    assert.equal(checks, 2);
  });

  it('does not wait for a part that is frozen', async () => {
    assert.equal(await probe(frozen, 20), 'no answer within 0.02 s');
  });

  it('is not ready while it stops', async () => {
    const stopping = await startApp({ deps: { stopping: AbortSignal.abort() } });
    assert.equal((await stopping.call('GET', '/health/ready')).status, 503);
    assert.equal((await stopping.call('GET', '/health')).status, 200);
    await stopping.close();
  });
});

describe('metrics', () => {
  it('counts requests by route pattern, for this machine only', async () => {
    const app = await startApp();
    await app.call('GET', '/api/health');
    await app.call('GET', '/nowhere/42');
    const { text } = await app.call('GET', '/metrics');
    assert.match(text, /http_request_duration_seconds_count\{method="GET",route="\/health",status="200"\} 1/);
    assert.match(text, /route="unmatched",status="404"/);
    assert.doesNotMatch(text, /nowhere/);
    for (const name of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via']) {
      const forwarded = await app.call('GET', '/metrics', { headers: { [name]: '203.0.113.9' } });
      assert.equal(forwarded.status, 403, name);
    }
    await app.close();
  });

  it('are refused in production without a token: a proxy need not identify itself', async () => {
    const app = await startApp({ settings: { NODE_ENV: 'production' } });
    const { status, text } = await app.call('GET', '/metrics');
    assert.equal(status, 403);
    assert.match(text, /METRICS_TOKEN/);
    await app.close();
  });

  it('asks for its token when one is set', async () => {
    const app = await startApp({ settings: { METRICS_TOKEN: 'scraper' } });
    assert.equal((await app.call('GET', '/metrics')).status, 401);
    assert.equal((await app.call('GET', '/metrics', { token: 'scraped' })).status, 401);
    assert.equal((await app.call('GET', '/metrics', { token: 'scraper' })).status, 200);
    await app.close();
  });
});

describe('pages', () => {
  let app: TestApp;
  before(async () => {
    app = await startApp();
  });
  after(() => app.close());

  it('serves the interactive page and all it loads from here', async () => {
    for (const base of ['', '/api']) {
      const page = await app.call('GET', `${base}/docs`);
      assert.match(page.headers.get('Content-Security-Policy') ?? '', /script-src 'self';/);
      const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path);
      assert.equal(loaded.length, 3);
      for (const path of loaded) assert.equal((await app.call('GET', `${base}/${path}`)).status, 200, path);
    }
    const { text } = await app.call('GET', '/docs/initializer.js');
    assert.match(text, /persistAuthorization: false/);
    assert.match(text, /tryItOutEnabled: true/);
  });

  it('keeps tokens in the browser in development only', async () => {
    for (const NODE_ENV of ['development', 'production'] as const) {
      const other = await startApp({ settings: { NODE_ENV } });
      const { text } = await other.call('GET', '/docs/initializer.js');
      assert.match(text, new RegExp(`persistAuthorization: ${NODE_ENV === 'development'},`));
      await other.close();
    }
  });

  it('serves the document and a page to read it', async () => {
    const { body } = await app.call('GET', '/openapi.json');
    assert.equal(body.openapi, '3.1.0');
    const page = await app.call('GET', '/redoc');
    assert.equal(page.status, 200);
    assert.match(page.text, /Grid Optimization Service/);
  });

  it('has a page without scripts to fall back to, with everything escaped', () => {
    const info = { title: '<script>alert(1)</script>', version: '"', description: '&' };
    const html = plainPage({ ...toOpenApi(ROUTES, ABOUT), info });
    assert.match(html, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
    assert.doesNotMatch(html, /<script/);
    assert.match(html, /POST \/api\/auth\/login/);
  });
});
