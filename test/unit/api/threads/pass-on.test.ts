/** Requests that the event loop answers, and those that it passes to a thread. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { object } from 'yup';
import { createReadBody } from '../../../../api/http/read-body.ts';
import type { RequestState } from '../../../../api/http/request.ts';
import { LIGHT_BYTES, LIGHT_VALUES, type RouteShape } from '../../../../api/http/route.ts';
import { passOn } from '../../../../api/threads/pass-on.ts';
import { countValues } from '../../../../temporal/json/parse-json.ts';

const MAX_BYTES = 1_000_000;
const MANY = 40;
const CROWD = 'many at once';
/** Resolves for all callers in the same turn of the event loop, when the last caller has arrived. */
const gathered = (crowd: (() => void)[]): Promise<void> =>
  new Promise((resolve) => {
    if (crowd.push(resolve) === MANY) for (const goOn of crowd) goOn();
  });
const ROUTE: RouteShape = {
  ...{ method: 'post', path: '/light', summary: '', tag: 'Health', auth: 'bearer', light: true },
  ...{ body: object(), responses: {} },
};

describe('a request of a light route', () => {
  let server: Server;
  let url: string;
  let body: Buffer | undefined;
  /** Number of the current turn of the event loop; the turns in which a request began follow. */
  let turn = 0;
  const began: number[] = [];
  const crowd: (() => void)[] = [];
  before(async () => {
    const read = createReadBody(MAX_BYTES);
    const pass = passOn({
      answer: async (ctx, passed) => {
        ({ body } = passed);
        ctx.body = 'thread';
      },
    });
    const app = new Koa<RequestState>();
    app.use(async (ctx) => {
      const userId = ctx.get('x-user');
      ctx.state.userId = userId;
      if (userId === CROWD) await gathered(crowd);
      await pass(ROUTE, ctx, { userId, maxBytes: MAX_BYTES }, async () => {
        began.push(turn);
        ctx.state.loopMs = Number(ctx.get('x-ms'));
        await read(ctx);
        ctx.body = 'loop';
      });
    });
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const ask = async (user: string, text: string, ms = 0) => {
    const headers = { 'content-type': 'application/json', 'x-user': user, 'x-ms': String(ms) };
    return (await fetch(url, { method: 'POST', headers, body: text })).text();
  };
  /** A list with `values` values in all; the list itself counts as one. */
  const listOf = (values: number): string => {
    const text = JSON.stringify(new Array(values - 1).fill(1));
    assert.equal(countValues(Buffer.from(text)), values);
    assert.ok(text.length <= LIGHT_BYTES);
    return text;
  };

  it('goes to a thread, with all of its body, when that is small and has more than 500 values', async () => {
    assert.equal(await ask('many values', listOf(LIGHT_VALUES)), 'loop');
    const text = listOf(LIGHT_VALUES + 1);
    assert.equal(await ask('many values', text), 'thread');
    assert.equal(String(body), text);
  });

  it('begins in a turn of the event loop in which no other of its user begins', async () => {
    let isOver = false;
    const count = () => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    began.length = 0;
    await Promise.all(Array.from({ length: MANY }, () => ask(CROWD, '{}')));
    isOver = true;
    assert.equal(new Set(began).size, MANY);
  });

  it('goes to a thread when its user has used a tenth of the time of the event loop', async () => {
    const answers = [await ask('busy', '{}', 2500), await ask('busy', '{}', 2500), await ask('busy', '{}')];
    assert.deepEqual(answers, ['loop', 'loop', 'thread']);
    assert.equal(await ask('another', '{}'), 'loop');
  });

  it('goes to a thread when its body is large', async () => {
    assert.equal(await ask('large', `"${'x'.repeat(LIGHT_BYTES)}"`), 'thread');
  });
});
