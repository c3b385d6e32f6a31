/** Refused requests: how they consume quota, and their entries in the audit log. */
import assert from 'node:assert/strict';
import { number, object } from 'yup';
import { Conflict } from '../../../../api/http/errors.ts';
import { reply, routesFor } from '../../../../api/http/route.ts';
import { tokenOf } from '../../../support/callers/accounts.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';

const defineRoute = routesFor<object>();

const size = object({ size: number().required().max(1) });
const route = { method: 'post', summary: 'Takes a size', tag: 'Health', body: size } as const;

const plain = defineRoute({
  ...route,
  path: '/plain',
  auth: 'bearer',
  responses: { 204: null },
  handle: async () => reply(204, undefined),
});
const guarded = defineRoute({
  ...route,
  path: '/guarded',
  auth: 'admin',
  responses: { 204: null },
  handle: async () => reply(204, undefined),
});
const withQuota = defineRoute({
  ...route,
  path: '/with-quota',
  auth: 'bearer',
  limit: 'own',
  responses: { 204: null },
  handle: async ({ body }) => {
    if (body.size === 0) throw new Conflict('no');
    return reply(204, undefined);
  },
});

describe('a refused request', () => {
  let app: TestApp;
  let token: string;
  let userId: string;
  before(async () => {
    app = await startApp({ routes: [plain, guarded, withQuota], settings: { MAX_BODY_MB: 0.01 } });
  });
  beforeEach(async () => {
    token = await tokenOf(app.deps);
    userId = (await app.deps.tokens.verify(token, new Date()))?.userId ?? '';
  });
  after(() => app.close());

  const post = (path: string, body: unknown, headers = {}) =>
    app.call('POST', path, { token, raw: JSON.stringify(body), headers });
  type Quota = 'general' | 'refused';
  const remainingIn = async (quota: Quota) =>
    Number(/r=(\d+)/.exec((await app.deps.limits[quota].peek(userId))['RateLimit'] ?? '')?.[1]);
  const leave = async (quota: Quota, rest: number) => {
    for (let n = await remainingIn(quota); n > rest; n -= 1) await app.deps.limits[quota].consume(userId);
  };

  for (const [quota, what, send, status] of [
    ['general', 'wrong body', () => post('/plain', {}), 422],
    ['general', 'body that is too large', () => post('/plain', { pad: 'x'.repeat(20_000) }), 413],
    ['general', 'body of another type', () => post('/plain', {}, { 'Content-Type': 'text/plain' }), 415],
    ['general', 'route of administrators', () => post('/guarded', { size: 1 }), 403],
    ['refused', 'wrong body where there is a quota of its own', () => post('/with-quota', {}), 422],
    ['refused', 'state that forbids it, there', () => post('/with-quota', { size: 0 }), 409],
  ] as const) {
    it(`costs one of the quota ${quota}: ${what}`, async () => {
      assert.equal((await send()).status, status);
      assert.equal(await remainingIn(quota), 599);
    });
  }

  it('costs nothing more where there is a quota of its own and the request is accepted', async () => {
    for (let n = 0; n < 3; n += 1) assert.equal((await post('/with-quota', { size: 1 })).status, 204);
    assert.deepEqual([await remainingIn('general'), await remainingIn('refused')], [600, 600]);
  });

  it('is the last: then every request is 429, before its body is read', async () => {
    for (const [path, quota] of [
      ['/plain', 'general'],
      ['/with-quota', 'refused'],
    ] as const) {
      await leave(quota, 1);
      assert.equal((await post(path, {})).status, 422);
      const refused = await post(path, { pad: 'x'.repeat(20_000) });
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers.get('Retry-After')) >= 1);
      assert.match(refused.headers.get('RateLimit') ?? '', new RegExp(`^"${quota}";r=0`));
    }
    assert.equal((await post('/guarded', { size: 1 })).status, 429);
  });

  it('makes one entry in the audit log for a user and a route, not one each time', async () => {
    for (let n = 0; n < 20; n += 1) assert.equal((await post('/guarded', { size: 1 })).status, 403);
    const entries = await app.deps.audit.list({ type: 'access_denied', userId, limit: 100 });
    assert.deepEqual(
      entries.map(({ details }) => [details['route'], details['count']]),
      [['/guarded', 1]],
    );
  });
});
