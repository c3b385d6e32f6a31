/** Messages on a chat socket. */
import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Chat, ChatCall, ChatCaller } from '../../../../../api/analyst/chat/chat.ts';
import { NotFound, RateLimited, Unprocessable } from '../../../../../api/http/errors.ts';
import type { ChatClient } from '../../../../support/chat/chat-client.ts';
import { answer, type ChatServer, echo, startChatServer } from '../../../../support/chat/chat-server.ts';
import { until } from '../../../../support/until.ts';

describe('the chat socket', () => {
  let server: ChatServer;
  let client: ChatClient;
  /** Chat of the current test. */
  let chat: Chat;
  const calls: { call: ChatCall; caller: ChatCaller }[] = [];
  before(async () => {
    server = await startChatServer({
      chat: (call, caller, watch) => {
        calls.push({ call, caller });
        return chat(call, caller, watch);
      },
    });
  });
  after(() => server.close());
  beforeEach(async () => {
    chat = echo;
    calls.length = 0;
    client = await server.connect();
  });
  afterEach(() => client.socket.terminate());

  const untilAborted: Chat = (_, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const called = async (): Promise<ChatCaller> => {
    await until(() => calls.length > 0);
    const [{ caller } = assert.fail()] = calls;
    return caller;
  };

  it('streams an answer word by word and ends it with all of it', async () => {
    client.say({ message: 'what binds at hour 18', session_id: 's' });
    const heard = await client.answer();
    assert.deepEqual(heard[0], { type: 'token', content: 'what ' });
    const done = heard.at(-1);
    assert.deepEqual(done, {
      type: 'done',
      session_id: '11111111-1111-4111-8111-111111111111',
      full_response: 'what binds at hour 18',
      tokens_used: 7,
      moderated: false,
      refused: false,
      citations: [],
    });
    const tokens = heard.map((message) => (message.type === 'token' ? message.content : ''));
    assert.equal(tokens.join(''), 'what binds at hour 18');
  });

  it('passes on the question and its user', async () => {
    const context = { scenario_id: 'rts24', job_id: 'j', module_id: 'analyst' };
    client.say({ message: ' why? ', session_id: 's', agent_id: 'code-generator', context, more: 1 });
    await client.answer();
    assert.deepEqual(calls[0]?.call, {
      message: ' why? ',
      sessionId: 's',
      agentId: 'code-generator',
      scenarioId: 'rts24',
      jobId: 'j',
      moduleId: 'analyst',
    });
    assert.equal(calls[0]?.caller.user.levels.analyst, 'standard');
    assert.equal(calls[0]?.caller.ip, '127.0.0.1');
  });

  for (const none of [undefined, null, '']) {
    it(`begins a new session when session_id is ${JSON.stringify(none)}`, async () => {
      client.say({ message: 'why?', session_id: none, agent_id: none, context: none === '' ? {} : none });
      assert.equal((await client.answer()).at(-1)?.type, 'done');
      assert.equal(calls[0]?.call.sessionId, undefined);
      assert.equal(calls[0]?.call.scenarioId, undefined);
    });
  }

  it('reports the tools called, and the sources of figures', async () => {
    const citation = { text: '42 MW', tool: 'get_dispatch', path: '0.mw', value: 42, source: null };
    chat = async (_, __, { onTool }) => {
      onTool('get_dispatch');
      return answer('42 MW', { citations: [citation], tokensUsed: 99, refused: true });
    };
    client.say({ message: 'how much?' });
    const [tool, done] = await client.answer();
    assert.deepEqual(tool, { type: 'tool', name: 'get_dispatch' });
    assert.ok(done?.type === 'done');
    assert.deepEqual([done.citations, done.tokens_used, done.refused], [[citation], 99, true]);
  });

  const wrong: readonly (readonly [what: string, said: unknown, status: number, detail: RegExp])[] = [
    ['no JSON', '{"message":', 400, /Malformed JSON/],
    ['no object', '[]', 422, /dict_type/],
    ['no message', {}, 400, /message: Field required/],
    ['a blank message', { message: ' \n ' }, 400, /message: Field required/],
    ['a message that is no text', { message: 1 }, 400, /message: /],
    ['4,001 characters', { message: '\u{1f600}'.repeat(4001) }, 400, /at most 4000 characters/],
    ['a session that is no text', { message: 'x', session_id: 5 }, 422, /"body","session_id"/],
    ['a scenario that is no text', { message: 'x', context: { scenario_id: {} } }, 422, /"scenario_id"/],
    ['a deep message', `{"message":"x","a":${'['.repeat(99)}${']'.repeat(99)}}`, 400, /nested deeper/],
  ];
  for (const [what, sent, status, detail] of wrong) {
    it(`answers ${what} with ${status}, and stays open`, async () => {
      client.say(typeof sent === 'object' && sent ? sent : String(sent));
      const error = await client.next();
      assert.ok(error.type === 'error');
      assert.equal(error.status, status);
      assert.match(JSON.stringify(error.detail).replaceAll('\\"', '"'), detail);
      client.say({ message: '\u{1f600}'.repeat(4000) });
      assert.equal((await client.answer()).at(-1)?.type, 'done');
    });
  }

  it('answers refusals of the chat as HTTP does, and stays open', async () => {
    const loc = ['body', 'message'];
    const problem = { loc, msg: 'Safety filter violation: PI-001', type: 'safety_violation' };
    const thrown = [new Unprocessable([problem]), new NotFound('Session not found'), new RateLimited(12.3)];
    const expectedErrors = [
      { type: 'error', status: 422, detail: [problem] },
      { type: 'error', status: 404, detail: 'Session not found' },
      { type: 'error', status: 429, detail: 'Rate limit exceeded. Retry in 13 seconds.', retry_after: 13 },
    ];
    for (const [index, error] of thrown.entries()) {
      chat = () => Promise.reject(error);
      client.say({ message: 'x' });
      assert.deepEqual(await client.next(), expectedErrors[index]);
    }
  });

  it('hides an unexpected failure, and logs it', async () => {
    chat = () => Promise.reject(new TypeError('a secret of the code'));
    client.say({ message: 'x' });
    assert.deepEqual(await client.next(), { type: 'error', status: 500, detail: 'Internal server error' });
    assert.ok(server.lines.some(({ msg }) => msg === 'message failed'));
  });

  it('answers a second message with 409 while the first is being answered', async () => {
    let release = (): void => undefined;
    chat = async (call, caller, watch) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return echo(call, caller, watch);
    };
    client.say({ message: 'first' });
    client.say({ message: 'second' });
    const refused = await client.next();
    assert.ok(refused.type === 'error' && refused.status === 409);
    await called();
    release();
    const done = (await client.answer()).at(-1);
    assert.ok(done?.type === 'done' && done.full_response === 'first');
    chat = echo;
    client.say({ message: 'third' });
    assert.equal((await client.answer()).at(-1)?.type, 'done');
    assert.equal(calls.length, 2);
  });

  it('counts messages into the quota of requests', async () => {
    const { userId } = await askedBy(client);
    // The quota is 600 requests; the handshake and the first message are the other two.
    for (let n = 0; n < 598; n += 1) await server.deps.limits.general.consume(userId);
    client.say({ message: 'one too many' });
    const error = await client.next();
    assert.ok(error.type === 'error' && error.status === 429 && Number(error.retry_after) > 0);
    assert.equal(calls.length, 1);
  });
  it('counts a message that comes too early too', async () => {
    chat = untilAborted;
    client.say({ message: 'x' });
    const { user } = await called();
    for (let n = 0; n < 597; n += 1) await server.deps.limits.general.consume(user.userId);
    for (const status of [409, 429]) {
      client.say({ message: 'early' });
      const reply = await client.next();
      assert.ok(reply.type === 'error' && reply.status === status);
    }
  });

  it('asks the database nothing for a message beyond the quota', async () => {
    const { userId } = await askedBy(client);
    for (let n = 0; n < 598; n += 1) await server.deps.limits.general.consume(userId);
    const { findById } = server.deps.users;
    server.deps.users.findById = () => assert.fail('asked');
    client.say('{');
    const reply = await client.next();
    server.deps.users.findById = findById;
    assert.ok(reply.type === 'error' && reply.status === 429);
  });

  it('closes with 1008 after fifty refused messages in a row', async () => {
    for (let n = 0; n < 49; n += 1) {
      client.say('{');
      await client.next();
    }
    client.say({ message: 'x' });
    assert.equal((await client.answer()).at(-1)?.type, 'done');
    for (let n = 0; n < 50; n += 1) {
      client.say('{');
      const reply = await client.next();
      assert.ok(reply.type === 'error' && reply.status === 400);
    }
    assert.equal(await client.closed, 1008);
  });

  const askedBy = async (asking: ChatClient) => {
    asking.say({ message: 'x' });
    await asking.answer();
    return (await called()).user;
  };

  it('aborts the chat when its client goes away', async () => {
    chat = untilAborted;
    client.say({ message: 'x' });
    const { signal } = await called();
    assert.equal(signal.aborted, false);
    client.socket.terminate();
    await until(() => signal.aborted);
    assert.equal(server.lines.filter(({ msg }) => msg === 'message failed').length, 1);
  });

  it('closes with 1009 for a message of more than 64 KiB', async () => {
    client.say('x'.repeat(65 * 1024));
    assert.equal(await client.closed, 1009);
  });

  it('closes with 1007 for invalid UTF-8, and 1003 for binary data', async () => {
    client.socket.send(Buffer.from([0x22, 0xc3, 0x28, 0x22]), { binary: false });
    assert.equal(await client.closed, 1007);
    const second = await server.connect();
    second.socket.send(Buffer.from('{"message":"x"}'), { binary: true });
    // The second message is sent while the socket begins to close.
    second.say({ message: 'x' });
    assert.equal(await second.closed, 1003);
    assert.equal(calls.length, 0);
  });

  it('closes with 1013 a client that does not read, and stops answering', async () => {
    let sent = 0;
    chat = async (_, { signal }, { onToken }) => {
      while (!signal.aborted) {
        onToken('x'.repeat(200_000));
        sent += 200_000;
        await nextTurn();
      }
      throw signal.reason;
    };
    client.socket.pause();
    client.say({ message: 'x' });
    const { signal } = await called();
    await until(() => signal.aborted);
    client.socket.resume();
    assert.equal(await client.closed, 1013);
    // The rest of the bytes stays in buffers of the kernel.
    assert.ok(sent < 32 * 1024 * 1024, `${sent} bytes were taken`);
  });

  it('answers 500 clients at once, each its own question', async () => {
    const clients = await Promise.all(Array.from({ length: 500 }, () => server.connect()));
    for (const [n, each] of clients.entries()) each.say({ message: `what of bus ${n} then` });
    const dones = await Promise.all(clients.map(async (each) => (await each.answer()).at(-1)));
    for (const [n, done] of dones.entries()) {
      assert.equal(done?.type === 'done' && done.full_response, `what of bus ${n} then`);
    }
    assert.match(await server.deps.metrics.registry.metrics(), /^websocket_connections 501$/m);
    for (const { socket } of clients) socket.terminate();
  }).timeout(60_000);
});
