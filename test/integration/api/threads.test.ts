/** A request in a thread affects no other request. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import Koa from 'koa';
import { errorBody, requestId } from '../../../api/http/middleware.ts';
import type { RequestState } from '../../../api/http/request.ts';
import { createThreads, type Threads } from '../../../api/threads/threads.ts';
import { until } from '../../support/until.ts';

const SCRIPT = new URL('../../support/odd-thread.js', import.meta.url);
const SECONDS = 5;
const HEAP_MB = 128;
/** Number of repetitions, since the events after the end of a thread come in any order. */
const TIMES = 5;

describe('threads for requests that may take long', function () {
  this.timeout(60_000);
  let threads: Threads;
  let server: Server;
  let url: string;
  const logged: object[] = [];
  let refusal: string | undefined;
  before(async () => {
    threads = createThreads(SCRIPT, { WORK_THREADS: 2, WORK_THREAD_MB: HEAP_MB });
    const app = new Koa<RequestState>();
    app.on('error', (error) => logged.push(error));
    app.use(requestId);
    app.use(errorBody({ error: (fields: object) => void logged.push(fields) }));
    app.use(async (ctx) => {
      const chunks: Buffer[] = [];
      for await (const chunk of ctx.req) chunks.push(chunk);
      const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
      await threads.answer(ctx, { userId: 'a user', body, seconds: SECONDS });
      refusal = ctx.state.refusal;
    });
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await threads.close();
  });

  const ask = (path: string, options: RequestInit = {}) => fetch(url + path, options);
  const detailOf = async (path: string) => {
    const response = await ask(path);
    const { detail } = (await response.json()) as { detail: unknown };
    return [response.status, detail];
  };
  const isWell = async () => assert.equal((await ask('/echo')).status, 200);

  it('receive the request unchanged with its client and id, and their reply is returned', async () => {
    const headers = { 'X-Request-Id': 'one-of-mine' };
    const response = await ask('/echo', { method: 'POST', headers, body: Buffer.alloc(3e6) });
    assert.deepEqual(await response.json(), { ip: '127.0.0.1', id: 'one-of-mine', bytes: 3e6 });
    assert.deepEqual(
      [response.headers.get('vary'), response.headers.get('x-request-id')],
      ['Accept-Encoding', 'one-of-mine'],
    );
  });

  it('are replaced after a large body, which ends its own', async () => {
    const body = Buffer.alloc(9e6);
    const answers = await Promise.all([1, 2, 3].map(() => ask('/echo', { method: 'POST', body })));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    await isWell();
  });

  it('say why they refuse to the process alone', async () => {
    const { status, headers } = await ask('/refuse');
    assert.deepEqual([status, refusal, headers.get('x-refusal')], [422, 'ODD', null]);
  });

  it('are ended at the deadline of a request that never gives up its turn', async () => {
    const [looping, next] = await Promise.all([detailOf('/loop'), delay(100).then(() => ask('/echo'))]);
    assert.deepEqual(looping, [504, `The request was not answered within ${SECONDS} s and was ended`]);
    assert.equal(next.status, 200, 'who waited behind it is answered');
  });

  it('end with a request that needs too much memory, which is refused', async () => {
    const [status, detail] = await detailOf('/memory');
    const [{ msg, type }] = detail as [{ msg: string; type: string }];
    assert.deepEqual([status, type], [422, 'too_large']);
    assert.equal(msg, `The request needs more than ${HEAP_MB} MB of memory; send less at once`);
    await isWell();
  });

  it('take their own request along when they die, and nothing else', async () => {
    for (let time = 0; time < TIMES; time++) {
      assert.deepEqual(await detailOf('/exit'), [503, 'The request ended its thread']);
      await assert.rejects(async () => (await ask('/broken')).text());
      await isWell();
    }
  });

  it('are reported as lost when they break off a request and live on', async () => {
    const words =
      'The thread that worked on this request ended unexpectedly; send fewer requests at once, or retry';
    assert.deepEqual(await detailOf('/hang-up'), [503, words]);
    await isWell();
  });

  it('are free again when the client goes away, whether or not its request gives up its turn', async () => {
    for (const path of ['/wait', '/loop']) {
      const controller = new AbortController();
      const reply = ask(path, { signal: controller.signal });
      await delay(300);
      controller.abort();
      await assert.rejects(reply);
      await isWell();
    }
  });

  it('do not wait for a client that reads slowly', async () => {
    const slow = await ask('/long');
    await isWell();
    assert.equal((await slow.arrayBuffer()).byteLength, 20 * 1024 * 1024);
    await until(() => threads.waiting() === 0);
  });

  it('have all ended when they are closed, those that were being started too', async () => {
    const closed = createThreads(SCRIPT, { WORK_THREADS: 2, WORK_THREAD_MB: HEAP_MB });
    const ended: string[] = [];
    const warm = assert.rejects(closed.warm(), /Could not start a thread/).then(() => ended.push('start'));
    await closed.close().then(() => ended.push('close'));
    await warm;
    assert.deepEqual(ended, ['start', 'close']);
  });
});
