/** Limits per account: no user takes more than a share of bytes, threads and the event loop. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type ApiClient, SOLVE } from '../support/callers/api-client.ts';
import { generator, payload } from '../support/cases/payloads.ts';
import { chunk, type SlowClient, slowClient } from '../support/hostile/slow-clients.ts';
import { newUser, processOf, type RunningStack, runningStack } from '../support/stack/running-stack.ts';
import { until } from '../support/until.ts';

/** Allows for a busy machine: without the limits these requests took minutes. */
const SOON_MS = 20_000;
const HEALTH_MS = 5000;
const MB = 1_000_000;
/** Clock ticks per second in /proc. */
const TICKS = 100;

const zeros = (hours: number): number[] => new Array(hours).fill(0);
const largeCase = (loads: number, hours = 168) =>
  payload({
    loads: Array.from({ length: loads }, () => ({ bus: 1, values: zeros(hours) })),
    horizon: hours,
  });
/** A case of incompressible numbers, which the store keeps as a large document. */
const noisyCase = (loads: number) =>
  payload({
    loads: Array.from({ length: loads }, () => ({
      bus: 1,
      values: Array.from({ length: 168 }, () => Math.random()),
    })),
    horizon: 168,
  });

describe('the share of one account in the service', function () {
  this.timeout(180_000);
  let running: RunningStack;
  let other: ApiClient;
  const slow: SlowClient[] = [];
  before(async () => {
    running = await runningStack();
    other = await newUser(running);
  });
  afterEach(async () => {
    for (const client of slow.splice(0)) client.end();
    await delay(500);
  });

  const hostile = () => newUser(running);
  const memoryMb = async (): Promise<number> => {
    const { pid } = processOf(running.stack, 'api');
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  };
  /** CPU time of the API so far, s, which does not depend on other load. */
  const cpuS = async (): Promise<number> => {
    const { pid } = processOf(running.stack, 'api');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) / TICKS;
  };
  /** Longest answer to /health during an action, ms. */
  const longestHealth = async (action: () => Promise<unknown>): Promise<number> => {
    let longest = 0;
    let isOver = false;
    const looks = (async () => {
      while (!isOver) {
        const from = performance.now();
        await fetch(new URL('/health', other.url));
        longest = Math.max(longest, performance.now() - from);
        await delay(20);
      }
    })();
    await action();
    isOver = true;
    await looks;
    return longest;
  };
  const BODY_100_KB = largeCase(250);
  const putSoon = async () => {
    const from = performance.now();
    const { status, body } = await other.request('PUT', '/api/scenarios/mine', {
      body: { payload: BODY_100_KB },
    });
    assert.ok(status === 200 || status === 201, JSON.stringify(body));
    return performance.now() - from;
  };
  const refused = (clients: readonly SlowClient[]): number =>
    clients.filter((client) => [429, 503].includes(client.status() ?? 0)).length;
  const store = async (user: ApiClient, content: object) => {
    const { status, body } = await user.request('PUT', '/api/scenarios/big', { body: { payload: content } });
    assert.equal(status, 201, JSON.stringify(body));
  };

  it('is no minute of work for a matrix of 1000 scenarios whose 20 variables change nothing', async () => {
    const user = await hostile();
    await store(user, largeCase(600));
    const variables = Array.from({ length: 20 }, (_, i) => ({
      ...{ name: `load${i}`, type: 'continuous', min: 0.5, max: 2 },
    }));
    const body = {
      base_scenario_id: 'big',
      scenario_matrix: { method: 'random', variables, samples: 1000, seed: 1 },
    };
    const before = await cpuS();
    const answer = await user.request('POST', '/api/experiments/plan', { body });
    assert.deepEqual([answer.status, answer.body['solves']], [200, 1]);
    const s = (await cpuS()) - before;
    assert.ok(s < 5, `${s} s of CPU`);
  });

  it('is no place that slow readers hold', async () => {
    for (const user of await Promise.all([hostile(), hostile()])) {
      await store(user, noisyCase(2500));
      for (let n = 0; n < 8; n += 1)
        slow.push(slowClient(user, { method: 'GET', path: '/api/scenarios/big' }));
    }
    await delay(3000);
    assert.ok((await putSoon()) < SOON_MS);
  });

  it('is no memory for unread results, of an account or of the guests of a link', async () => {
    const user = await hostile();
    const id = await user.submit('uc', noisyCase(2500));
    const created = await user.request<{ secret: string }>('POST', '/api/shares', {
      body: { kind: 'job', id },
    });
    const guest = user.as(created.body.secret);
    const before = await memoryMb();
    const longest = await longestHealth(async () => {
      for (const reader of [user, guest])
        for (let n = 0; n < 40; n += 1)
          slow.push(slowClient(reader, { method: 'GET', path: `${SOLVE}/${id}/payload` }));
      await until(() => slow.every((client) => client.status() !== undefined), 60_000);
    });
    const rise = (await memoryMb()) - before;
    assert.ok(rise < 300, `${rise} MB`);
    assert.ok(longest < HEALTH_MS, `${longest} ms`);
    const statuses = slow.map((client) => client.status());
    assert.ok(statuses.filter((status) => status === 200).length > 10, statuses.join());
    assert.ok(
      statuses.every((status) => status !== undefined && [200, 429, 503].includes(status)),
      statuses.join(),
    );
    assert.ok((await putSoon()) < SOON_MS);
  });

  it('is no memory for uploads that stop before their end, announced or in chunks', async () => {
    const path = '/api/networks/import?format=matpower';
    const users = await Promise.all([hostile(), hostile(), hostile()]);
    const before = await memoryMb();
    for (const user of users)
      for (let n = 0; n < 8; n += 1) {
        const headers = { 'content-type': 'text/plain', 'content-length': String(60 * MB) };
        slow.push(slowClient(user, { method: 'POST', path, headers, body: Buffer.alloc(50 * MB, 0x20) }));
      }
    await until(() => refused(slow) >= 20);
    assert.match(slow.find((client) => client.status() === 429)?.text() ?? '', /You have \d+\.\d MB/);
    const rise = (await memoryMb()) - before;
    assert.ok(rise < 400, `${rise} MB`);
    assert.ok((await putSoon()) < SOON_MS);
    for (const client of slow.splice(0)) client.end();
    await delay(1000);
    const chunked = { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' };
    const body = Buffer.concat(Array.from({ length: 50 }, () => chunk(MB)));
    for (const user of users)
      for (let n = 0; n < 8; n += 1)
        slow.push(slowClient(user, { method: 'POST', path, headers: chunked, body }));
    await until(() => refused(slow) >= 18);
    assert.ok((await putSoon()) < SOON_MS);
  });

  it('is no thread for as long as it likes', async () => {
    const user = await hostile();
    const line = '0,"B",100.0,1,1,1,1,1.0,0.0,1.1,0.9\n';
    const file = gzipSync(`0, 100.0, 33, 0, 0, 60.0\nt\nt\n${line.repeat(900_000)}`);
    const attacks = Array.from({ length: 6 }, () =>
      fetch(new URL('/api/networks/import?format=psse-raw&dry_run=true', user.url), {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'text/plain' },
        body: new Uint8Array(file),
      }),
    );
    await delay(1000);
    for (let n = 0; n < 3; n += 1) {
      const ms = await putSoon();
      assert.ok(ms < SOON_MS, `${ms} ms`);
    }
    for (const answer of await Promise.all(attacks)) await answer.arrayBuffer();
  });

  it('is no event loop for many small objects, and no contingency loses nothing', async () => {
    const user = await hostile();
    const contingencies = Array.from({ length: 19_900 }, () => ({}));
    const longest = await longestHealth(async () => {
      const { status, body } = await user.request<{ detail: { msg: string }[] }>('POST', `${SOLVE}/scuc`, {
        body: { scenario_id: 'x', payload: { ...payload(), contingencies } },
      });
      assert.equal(status, 422);
      assert.equal(body.detail[0]?.msg, 'A contingency should lose a line or a generator');
    });
    assert.ok(longest < HEALTH_MS, `${longest} ms`);
  });

  it('is no event loop for requests that are refused repeatedly', async () => {
    const user = await hostile();
    const contingencies = Array.from({ length: 6600 }, (_, i) => `L${i}`);
    const body = { scenario_id: 'x', payload: { ...payload(), contingencies } };
    const end = performance.now() + 8000;
    const attack = async () => {
      while (performance.now() < end)
        await user.request('POST', `${SOLVE}/scuc`, { body }).catch(() => undefined);
    };
    const longest = await longestHealth(async () => {
      const attacks = Array.from({ length: 8 }, attack);
      await delay(500);
      const from = performance.now();
      const id = await other.submit('uc', payload({ generators: [generator({ name: 'A' })] }));
      assert.equal((await other.wait(id)).status, 'completed');
      assert.ok(performance.now() - from < 2 * SOON_MS);
      await Promise.all(attacks);
    });
    assert.ok(longest < HEALTH_MS, `${longest} ms`);
  });
});
