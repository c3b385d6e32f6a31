/** The order of turns, tested with a clock that the test controls. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { createTimeUsed } from '../../../../api/threads/time-used.ts';
import { createTurns, type Turn } from '../../../../api/threads/turns.ts';

const NEVER = new AbortController().signal;

describe('turns of requests in threads', () => {
  let ms = 0;
  const started: string[] = [];
  const turns = new Map<string, Turn>();
  beforeEach(() => {
    ms = 0;
    started.splice(0);
    turns.clear();
    mock.timers.enable({ apis: ['setInterval'] });
  });
  afterEach(() => mock.timers.reset());

  const now = () => ms;
  const settled = async () => {
    for (let n = 0; n < 10; n += 1) await Promise.resolve();
  };
  const pass = async (by: number) => {
    await settled();
    for (const end = ms + by; ms < end; ) {
      ms += 250;
      mock.timers.tick(250);
      await settled();
    }
  };
  /**
   * Turns for `width` requests at once. The first letter of a name is its user. A request works until it is ended,
   * unless it waits.
   */
  function house(width: number, extra = 0) {
    const used = createTimeUsed(now);
    const all = createTurns({ width, extra, used, now });
    const ask = async (
      name: string,
      { isShort = true, isLarge = false, isWaiting = false, signal = NEVER, waitMs = 60_000 } = {},
    ) => {
      const turn = await all.begin({ userId: name.charAt(0), isShort, isLarge, waitMs }, signal);
      const from = ms;
      turn.measure(() => (isWaiting ? 0 : ms - from));
      started.push(name);
      turns.set(name, turn);
    };
    const end = async (name: string) => {
      turns.get(name)?.end();
      await settled();
    };
    return { used, all, ask, end };
  }

  it('are given to one memory-intensive request at a time', async () => {
    const { ask, end } = house(3);
    for (const name of ['a1', 'b1']) void ask(name, { isLarge: true });
    void ask('c1');
    await settled();
    assert.deepEqual(started, ['a1', 'c1']);
    await end('a1');
    assert.deepEqual(started, ['a1', 'c1', 'b1']);
  });
  it('go to the user who has used least, not to the first in the queue', async () => {
    const { ask, end, all } = house(2);
    void ask('a1');
    await pass(5000);
    for (const name of ['a2', 'a3', 'b1', 'b2']) void ask(name, { isShort: false });
    await settled();
    assert.deepEqual([started, all.waiting()], [['a1'], 4]);
    await end('a1');
    await pass(1000);
    await end('b1');
    await pass(1000);
    await end('b2');
    assert.deepEqual(started, ['a1', 'b1', 'b2', 'a2']);
  });

  it('count a minute of use against a user only for a while', async () => {
    const { used } = house(2);
    used.add('a', 60_000);
    ms = 20_000;
    assert.equal(Math.round(used.of('a')), 30_000);
    ms = 400_000;
    assert.ok(used.of('a') < 1);
  });

  it('keep one thread for users with little use, while others have all others', async () => {
    const { ask, used } = house(2);
    for (const user of ['a', 'b', 'c']) used.add(user, 10_000);
    for (const name of ['a1', 'b1', 'c1']) void ask(name);
    await pass(3000);
    assert.deepEqual(started, ['a1']);
    void ask('n1');
    await settled();
    assert.deepEqual(started, ['a1', 'n1']);
  });

  it('give that thread to no export, and to the next new user only after a while', async () => {
    const { ask } = house(2, 1);
    void ask('a1', { isShort: false });
    void ask('b1', { isShort: false });
    void ask('c1');
    void ask('d1');
    await settled();
    assert.deepEqual(started, ['a1', 'c1']);
    // Request c1 turns out to be long, so another thread starts for the next request.
    await pass(1250);
    assert.deepEqual(started, ['a1', 'c1', 'd1']);
    void ask('e1');
    await pass(10_000);
    assert.deepEqual(started.length, 3, 'there is a bound on all of them');
  });

  it('count a tenth of the time in which a request waits for another process', async () => {
    const { ask, used, end } = house(2, 2);
    for (const user of ['a', 'b']) used.add(user, 10_000);
    void ask('a1', { isWaiting: true });
    void ask('b1');
    await settled();
    assert.deepEqual(started, ['a1']);
    await pass(750);
    assert.deepEqual(started, ['a1', 'b1']);
    const before = used.of('a');
    await end('a1');
    assert.equal(Math.round(used.of('a') - before), 75);
  });

  it('keep the last thread for a short request of a new user, however many others wait', async () => {
    const { ask } = house(2, 2);
    for (const name of ['a1', 'b1', 'c1', 'd1']) void ask(name, { isShort: false, isWaiting: true });
    await pass(5000);
    assert.deepEqual(started, ['a1', 'b1', 'c1']);
    void ask('n1');
    await settled();
    assert.deepEqual(started.at(-1), 'n1');
  });

  it('are waited for as long as a request has time', async () => {
    const { ask } = house(2);
    for (const name of ['a1', 'b1']) void ask(name);
    await settled();
    await assert.rejects(ask('c1', { waitMs: 20 }), { status: 503 });
  });

  it('end their wait for a client that disconnects, and are refused to a user with very many waiting requests', async () => {
    const { ask, all } = house(2);
    for (let n = 0; n < 2; n += 1) void ask(`a${n}`, { isShort: false });
    const controller = new AbortController();
    const waits = ask('a', { isShort: false, signal: controller.signal });
    controller.abort(new Error('gone'));
    await assert.rejects(waits, /gone/);
    await assert.rejects(ask('b', { signal: controller.signal }), /gone/);
    for (let n = 0; n < 15; n += 1) void ask('a more', { isShort: false });
    await assert.rejects(ask('a last', { isShort: false }), { status: 429 });
    assert.equal(all.waiting(), 16);
  });
});
