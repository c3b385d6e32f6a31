/** Long-lived replies: their end, and their number per user. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { object, string } from 'yup';
import type { KitDeps } from '../../../../api/http/deps.ts';
import { awaitChange, eventStream } from '../../../../api/http/follows.ts';
import type { Role } from '../../../../api/http/principal.ts';
import { reply, routesFor } from '../../../../api/http/route.ts';
import { addUser } from '../../../support/callers/accounts.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import { until } from '../../../support/until.ts';

const defineRoute = routesFor<Pick<KitDeps, 'follows'>>();

/** Limit for the end of a reply, with an allowance for a busy machine, ms. */
const END_MS = 2000 + 500;

const running = async () => ({ status: 'running' as const });
const common = {
  method: 'get',
  summary: 'Goes on for a minute',
  tag: 'Health',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
} as const;

const events = defineRoute({
  ...common,
  path: '/events',
  responses: {},
  produces: ['text/event-stream'],
  handle: async ({ user, request, deps }) => ({
    status: 200,
    mediaType: 'text/event-stream',
    stream: deps.follows.stream({ user, request }, (signal) => eventStream(running, (s) => s, signal)),
  }),
});
const poll = defineRoute({
  ...common,
  path: '/poll',
  responses: { 200: object({ status: string().required() }) },
  handle: async ({ user, request, deps }) =>
    reply(200, await deps.follows.wait({ user, request }, (signal) => awaitChange(running, 30, signal))),
});

describe('a reply that goes on', function () {
  this.timeout(20_000);
  let app: TestApp;
  before(async () => {
    app = await startApp({ routes: [events, poll] });
  });
  after(() => app.close());

  const signedIn = async (agoMs = 0, role: Role = 'user') => {
    const { user_id: userId } = await addUser(app.deps, `u-${randomUUID()}`);
    const sessionId = randomUUID();
    const token = await app.deps.tokens.sign({ userId, sessionId, role }, new Date(Date.now() - agoMs));
    return { userId, sessionId, token };
  };
  const get = (path: string, token: string, signal?: AbortSignal) =>
    fetch(`${app.url}${path}`, { headers: { Authorization: `Bearer ${token}` }, ...(signal && { signal }) });

  /** Time that a user's stream and poll continue after `end`, ms, and the answer of the poll. */
  async function measure({ token }: { token: string }, end: () => Promise<unknown>) {
    const stream = await get('/events', token);
    const reader = stream.body?.getReader();
    await reader?.read();
    const polled = get('/poll', token);
    const startedAt = performance.now();
    await end();
    const rest = async () => {
      for (;;) if ((await reader?.read())?.done !== false) return performance.now() - startedAt;
    };
    const [streamMs, answer] = await Promise.all([rest(), polled]);
    return { streamMs, pollMs: performance.now() - startedAt, status: answer.status };
  }

  const ends: Record<
    string,
    [status: number, end: (user: { userId: string; sessionId: string }) => unknown]
  > = {
    'the session is logged out': [
      401,
      ({ sessionId }) => app.deps.revokedTokens.revoke(sessionId, new Date(Date.now() + 1e6)),
    ],
    'the account is disabled': [401, ({ userId }) => app.deps.users.setDisabled(userId, true)],
    'the password is changed elsewhere': [
      401,
      ({ userId }) => app.deps.users.changePasswordHash(userId, 'other', 'elsewhere'),
    ],
    'the module is closed': [
      403,
      ({ userId }) => app.deps.subscriptions.grant(userId, 'analyst', 'none', new Date()),
    ],
  };
  for (const [what, [status, end]] of Object.entries(ends)) {
    it(`ends within 2 s when ${what}`, async () => {
      const user = await signedIn();
      const took = await measure(user, async () => end(user));
      assert.ok(took.streamMs <= END_MS && took.pollMs <= END_MS, JSON.stringify(took));
      assert.equal(took.status, status);
    });
  }

  it('ends within 2 s when its token expires', async () => {
    const leftMs = 1500;
    const user = await signedIn(3600 * 1000 - leftMs);
    const took = await measure(user, async () => undefined);
    assert.ok(took.streamMs <= leftMs + END_MS && took.pollMs <= leftMs + END_MS, JSON.stringify(took));
    assert.equal(took.status, 401);
  });

  it('goes on while the database does not answer', async () => {
    const { token } = await signedIn();
    const { findById } = app.deps.users;
    const stream = await get('/events', token);
    const reader = stream.body?.getReader();
    await reader?.read();
    app.deps.users.findById = () => Promise.reject(new Error('away'));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    app.deps.users.findById = findById;
    assert.equal((await reader?.read())?.done, false);
    await reader?.cancel();
  });

  it('is counted as long as it is open', async () => {
    const openStreams = async () =>
      Number(/^http_open_streams (\d+)$/m.exec(await app.deps.metrics.registry.metrics())?.[1]);
    const { token } = await signedIn();
    const before = await openStreams();
    const leaving = new AbortController();
    const stream = await get('/events', token, leaving.signal);
    await stream.body?.getReader().read();
    assert.equal(await openStreams(), before + 1);
    leaving.abort();
    await until(async () => (await openStreams()) <= before);
  });

  it('returns its place when it is not read', async () => {
    const { token } = await signedIn();
    const headers = { Authorization: `Bearer ${token}` };
    for (let n = 0; n < 25; n += 1) {
      const { status } = await fetch(`${app.url}/events`, { method: 'HEAD', headers });
      assert.equal(status, 200);
    }
  });

  it('has nineteen others of its user at most, streams and polls together', async () => {
    const { token } = await signedIn();
    const leaving = new AbortController();
    const open = Array.from({ length: 20 }, (_, n) =>
      get(n % 2 === 0 ? '/events' : '/poll', token, leaving.signal).catch(() => undefined),
    );
    await until(async () => {
      const one = await get('/events', token);
      await one.body?.cancel();
      return one.status === 429 && Number(one.headers.get('Retry-After')) >= 1;
    });
    const { token: another } = await signedIn();
    const other = await get('/events', another);
    assert.equal(other.status, 200);
    await other.body?.cancel();
    leaving.abort();
    await Promise.all(open);
    await until(async () => {
      const again = await get('/events', token);
      await again.body?.cancel();
      return again.status === 200;
    });
  });
});
