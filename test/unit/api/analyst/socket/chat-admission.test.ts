/** Admission to a chat socket, and its end. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as send } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { MongoNetworkError } from 'mongodb';
import { WebSocket } from 'ws';
import { newApiKey } from '../../../../../api/accounts/api-key-format.ts';
import { authRoutes } from '../../../../../api/accounts/routes/auth.ts';
import type { Chat } from '../../../../../api/analyst/chat/chat.ts';
import { addUser } from '../../../../support/callers/accounts.ts';
import { toChatClient } from '../../../../support/chat/chat-client.ts';
import { type ChatServer, echo, startChatServer } from '../../../../support/chat/chat-server.ts';
import { until } from '../../../../support/until.ts';

/** Interval of beats, ms; long compared with the pauses of a busy machine. */
const BEAT_MS = 400;

/** Creates a user with a token that was signed `agoMs` ago. */
async function newSignedIn({ deps }: ChatServer, agoMs = 0) {
  const { user_id: userId, role } = await addUser(deps, `u-${randomUUID()}`);
  const sessionId = randomUUID();
  const token = await deps.tokens.sign({ userId, sessionId, role }, new Date(Date.now() - agoMs));
  return { userId, sessionId, token };
}

describe('admission to the chat socket', () => {
  let server: ChatServer;
  let chat: Chat;
  before(async () => {
    server = await startChatServer({
      connectionsPerUser: 2,
      routes: authRoutes,
      settings: { CORS_ORIGINS: 'https://grid.example, https://other.example', TRUST_PROXY: 1 },
      chat: (...args) => chat(...args),
    });
  });
  after(() => server.close());
  beforeEach(() => {
    chat = echo;
  });

  const signedIn = (agoMs = 0) => newSignedIn(server, agoMs);
  const closeOf = async (token: string) => (await server.connect({ token })).closed;

  /** Status of a refused handshake. */
  const refusal = async (path: string, headers: Record<string, string> = {}): Promise<number> => {
    const { token } = await signedIn();
    const socket = new WebSocket(`${server.url}${path}?token=${token}`, { headers });
    socket.on('error', () => undefined);
    const [, response] = await once(socket, 'unexpected-response');
    return response.statusCode;
  };

  it('is open on both paths', async () => {
    for (const path of ['/ws/ai/chat', '/api/ws/ai/chat']) {
      const client = await server.connect({ path });
      client.say({ message: 'x' });
      assert.equal((await client.answer()).at(-1)?.type, 'done');
    }
  });

  it('takes the token as an offered protocol, as a page can send it, and does not say it again', async () => {
    const { token } = await signedIn();
    const socket = new WebSocket(`${server.url}/ws/ai/chat`, ['grid-chat', `bearer.${token}`]);
    const client = toChatClient(socket);
    await once(socket, 'open');
    assert.equal(socket.protocol, 'grid-chat');
    client.say({ message: 'x' });
    assert.equal((await client.answer()).at(-1)?.type, 'done');
    const wrong = new WebSocket(`${server.url}/ws/ai/chat`, ['grid-chat', `bearer.${token}x`]);
    const [code] = await once(wrong, 'close');
    assert.equal(code, 4401);
    socket.close();
  });

  it('is closed to a user who must have a second factor and has none', async () => {
    const strict = await startChatServer({ settings: { REQUIRE_SECOND_FACTOR: 'all' }, chat: echo });
    const { token } = await newSignedIn(strict);
    assert.equal(await (await strict.connect({ token })).closed, 1008);
    await strict.close();
  });

  it('answers 404 on any other', async () => {
    assert.equal(await refusal('/ws/ai/other'), 404);
    assert.equal(await refusal('/health'), 404);
  });

  it('refuses pages of origins that are not allowed, and only those', async () => {
    assert.equal(await refusal('/ws/ai/chat', { Origin: 'https://evil.example' }), 403);
    assert.equal(await refusal('/ws/ai/chat', { Origin: 'null' }), 403);
    for (const Origin of ['https://other.example', server.url.replace('ws', 'http')]) {
      const client = await server.connect({ headers: { Origin } });
      client.say({ message: 'x' });
      await client.answer();
    }
  });

  it('closes with 4401 without a token, and with one that is forged, expired or an API key', async () => {
    const { token: expired } = await signedIn(2 * 3600 * 1000);
    const { token } = await signedIn();
    for (const bad of ['', 'x', `${token}x`, expired, newApiKey().key]) {
      assert.equal(await closeOf(bad), 4401, bad);
    }
  });

  it('closes with 4401 when the token or its session is revoked, or the user disabled or unknown', async () => {
    const revoked = await signedIn();
    await server.deps.revokedTokens.revoke(revoked.sessionId, new Date(Date.now() + 1e6));
    const disabled = await signedIn();
    await server.deps.users.setDisabled(disabled.userId, true);
    const session = { userId: randomUUID(), sessionId: randomUUID(), role: 'user' } as const;
    const unknown = await server.deps.tokens.sign(session, new Date());
    for (const token of [revoked.token, disabled.token, unknown]) assert.equal(await closeOf(token), 4401);
  });

  it('sends 403 and closes with 1008 without access to the module, which is audited', async () => {
    const { userId, token } = await signedIn();
    await server.deps.subscriptions.grant(userId, 'analyst', 'none', new Date());
    const client = await server.connect({ token });
    const detail = 'No access to module analyst';
    assert.deepEqual(await client.next(), { type: 'error', status: 403, detail });
    assert.equal(await client.closed, 1008);
    const [entry] = await server.deps.audit.list({ userId, limit: 1 });
    assert.equal(entry?.event_type, 'access_denied');
  });

  it('counts a handshake into the quota of requests, also a refused one, and audits those of a minute once', async () => {
    const { userId, token } = await signedIn();
    await server.deps.subscriptions.grant(userId, 'analyst', 'none', new Date());
    for (let n = 0; n < 3; n += 1) assert.equal(await closeOf(token), 1008);
    assert.equal((await server.deps.audit.list({ userId, limit: 9 })).length, 1);
    for (let n = 0; n < 597; n += 1) await server.deps.limits.general.consume(userId);
    const client = await server.connect({ token });
    const reply = await client.next();
    assert.ok(reply.type === 'error' && reply.status === 429 && Number(reply.retry_after) > 0);
    assert.equal(await client.closed, 1013);
  });

  it('closes with 4408 the sockets of a user beyond the limit, and counts again when one is closed', async () => {
    const { token } = await signedIn();
    const first = await server.connect({ token });
    const second = await server.connect({ token });
    assert.equal(await closeOf(token), 4408);
    first.socket.close();
    await first.closed;
    const third = await server.connect({ token });
    for (const client of [second, third]) {
      client.say({ message: 'x' });
      assert.equal((await client.answer()).at(-1)?.type, 'done');
    }
    assert.equal(await closeOf(token), 4408);
    await (await server.connect()).socket.close();
  });

  it('sends 503 and closes with 1013 while the database is away', async () => {
    const { token } = await signedIn();
    const { findById } = server.deps.users;
    server.deps.users.findById = () => Promise.reject(new MongoNetworkError('away'));
    const client = await server.connect({ token });
    const error = await client.next();
    server.deps.users.findById = findById;
    assert.ok(error.type === 'error' && error.status === 503);
    assert.equal(await client.closed, 1013);
  });

  it('takes any token as an administrator when authentication is bypassed, but not none', async () => {
    const open = await startChatServer({ settings: { AUTH_BYPASS_ENABLED: true } });
    const client = await open.connect({ token: 'anything' });
    client.say({ message: 'x' });
    assert.equal((await client.answer()).at(-1)?.type, 'done');
    assert.equal(await (await open.connect({ token: '' })).closed, 4401);
    await open.close();
  });

  it('is refused to a page whose name resolves to this machine, and behind a proxy, when authentication is bypassed', async () => {
    const open = await startChatServer({ settings: { AUTH_BYPASS_ENABLED: true } });
    const Host = `evil.example:${new URL(open.url).port}`;
    for (const headers of [{ Host, Origin: `http://${Host}` }, { 'X-Real-IP': '127.0.0.1' }]) {
      const socket = new WebSocket(`${open.url}/ws/ai/chat?token=anything`, { headers });
      socket.on('error', () => undefined);
      const [, response] = await once(socket, 'unexpected-response');
      assert.equal(response.statusCode, 403);
    }
    await open.close();
  });

  it('reads messages that arrive before the sender is authenticated', async () => {
    const { token } = await signedIn();
    const socket = new WebSocket(`${server.url}/ws/ai/chat?token=${token}`);
    socket.once('open', () => socket.send('{"message":"early"}'));
    const [data] = await once(socket, 'message');
    assert.deepEqual(JSON.parse(String(data)), { type: 'token', content: 'early' });
    socket.terminate();
  });

  it('closes with 4401 when the token expires, an answer under way included', async () => {
    let aborted = false;
    chat = (_, { signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          aborted = true;
          reject(signal.reason);
        }),
      );
    const { token } = await signedIn(3600 * 1000 - 1300);
    const client = await server.connect({ token });
    client.say({ message: 'x' });
    assert.equal(await client.closed, 4401);
    assert.equal(aborted, true);
  });

  it('closes with 4401 at the next message after the token was revoked, and does not answer it', async () => {
    const quiet = await startChatServer({ chat: () => assert.fail('answered') });
    const { user_id: userId, role } = await addUser(quiet.deps, 'ada');
    const sessionId = randomUUID();
    const token = await quiet.deps.tokens.sign({ userId, sessionId, role }, new Date());
    const client = await quiet.connect({ token });
    await quiet.deps.revokedTokens.revoke(sessionId, new Date(Date.now() + 1e6));
    client.say({ message: 'x' });
    assert.equal(await client.closed, 4401);
    await quiet.close();
  });

  it('knows the address of a client behind a proxy, and the name it gives itself', async () => {
    const origins: unknown[] = [];
    chat = (call, caller, watch) => {
      origins.push(caller.ip, caller.userAgent);
      return echo(call, caller, watch);
    };
    const headers = { 'X-Forwarded-For': '6.6.6.6, 192.0.2.7', 'User-Agent': 'x'.repeat(999) };
    const client = await server.connect({ headers });
    client.say({ message: 'x' });
    await client.answer();
    assert.deepEqual(origins, ['192.0.2.7', 'x'.repeat(256)]);
  });

  it('writes a line per socket, and its token into none', async () => {
    const { token, userId } = await signedIn();
    const client = await server.connect({ token });
    client.say({ message: 'x' });
    await client.answer();
    client.socket.close(1000);
    const mine = () => server.lines.find(({ user_id, msg }) => user_id === userId && msg === 'socket closed');
    await until(() => mine() !== undefined);
    assert.equal(mine()?.['code'], 1000);
    assert.equal(mine()?.['route'], '/ws/ai/chat');
    assert.doesNotMatch(JSON.stringify(server.lines), /eyJ/);
  });

  it('leaves requests that offer another protocol to HTTP, bodies and kept connections included', async () => {
    const { port } = new URL(server.url);
    const warnings: Error[] = [];
    const warned = (warning: Error) => warnings.push(warning);
    process.on('warning', warned);
    const headers = {
      'Content-Type': 'application/json',
      Connection: 'keep-alive, Upgrade, HTTP2-Settings',
      Upgrade: 'h2c',
      'HTTP2-Settings': 'AAMAAABkAARAAAAAAAIAAAAA',
    };
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let n = 0; n < 15; n += 1) {
      const call = send({ port, path: '/api/auth/login', method: 'POST', headers, agent });
      call.end(JSON.stringify({ username: `nobody-${n}`, password: 'x' }));
      const [response] = await once(call, 'response');
      assert.equal(response.statusCode, 404);
      response.resume();
      await once(response, 'end');
    }
    agent.destroy();
    process.off('warning', warned);
    assert.deepEqual(warnings, []);
  });
});

describe('the beat of a chat socket', () => {
  let server: ChatServer;
  before(async () => {
    server = await startChatServer({ times: { beatMs: BEAT_MS, graceMs: 100, closeMs: 100 } });
  });
  after(() => server.close());
  const signedIn = () => newSignedIn(server);

  it('closes within a beat, without a message, when its user or module is gone', async () => {
    const disabled = await signedIn();
    const restricted = await signedIn();
    const [first, second] = await Promise.all([server.connect(disabled), server.connect(restricted)]);
    await server.deps.users.setDisabled(disabled.userId, true);
    await server.deps.subscriptions.grant(restricted.userId, 'analyst', 'none', new Date());
    server.deps.accountCache.changed();
    assert.equal(await first.closed, 4401);
    assert.equal(await second.closed, 1008);
  });

  it('keeps a socket while the database is away at a beat', async () => {
    const client = await server.connect();
    client.say({ message: 'once admitted' });
    await client.answer();
    const { findById } = server.deps.users;
    server.deps.users.findById = () => Promise.reject(new MongoNetworkError('away'));
    server.deps.accountCache.changed();
    const isLogged = () => server.lines.some(({ msg }) => msg === 'standing was not looked up');
    await until(isLogged);
    server.deps.users.findById = findById;
    client.say({ message: 'x' });
    assert.equal((await client.answer()).at(-1)?.type, 'done');
  });

  it('ends a peer that answers no ping, and none that does', async () => {
    const dead = await server.connect({ autoPong: false });
    const alive = await server.connect();
    assert.equal(await dead.closed, 1006);
    await delay(2 * BEAT_MS);
    assert.equal(alive.socket.readyState, alive.socket.OPEN);
  });
});

describe('the chat socket of a process that stops', () => {
  it('closes with 1001: at once when idle, after its answer when there is one', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const server = await startChatServer({
      chat: async (call, caller, watch) => {
        await released;
        return echo(call, caller, watch);
      },
    });
    const idle = await server.connect();
    const busy = await server.connect();
    busy.say({ message: 'x' });
    busy.say({ message: 'y' });
    await busy.next();
    server.stop();
    assert.equal(await idle.closed, 1001);
    assert.equal(busy.socket.readyState, busy.socket.OPEN);
    release();
    assert.equal((await busy.answer()).at(-1)?.type, 'done');
    assert.equal(await busy.closed, 1001);
    await server.close();
  });

  it('waits only so long for an answer, and opens no more sockets', async () => {
    const server = await startChatServer({
      times: { beatMs: 1000, graceMs: 50, closeMs: 50 },
      chat: (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    const busy = await server.connect();
    busy.say({ message: 'x' });
    busy.say({ message: 'y' });
    await busy.next();
    server.stop();
    const late = new WebSocket(`${server.url}/ws/ai/chat?token=x`);
    late.on('error', () => undefined);
    const [, response] = await once(late, 'unexpected-response');
    assert.equal(response.statusCode, 503);
    assert.equal(await busy.closed, 1001);
    await server.close();
  });

  it('does not wait for a peer that does not agree to the end', async () => {
    const server = await startChatServer({ times: { beatMs: 1000, graceMs: 50, closeMs: 50 } });
    const client = await server.connect();
    client.say({ message: 'x' });
    await client.answer();
    client.socket.pause();
    server.stop();
    await new Promise((resolve) => server.server.close(resolve));
    client.socket.resume();
    assert.equal(await client.closed, 1001);
  });
});
