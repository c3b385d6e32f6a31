/**
 * `npm run bench -- hostile`: requests made to keep the service busy, with bodies of up to 32 MB (64 MB decompressed),
 * in sequence, while another client requests /health: status and seconds of each, the longest wait of the other client
 * in ms, and the largest rise in memory of the API and the solver service, MB. Products combine the largest factors
 * that a route accepts; `eight accounts` send all of them while another user stores 100 kB each second. A shared
 * machine halts every process now and then: the least of several waits is due to the request. Then each door of the
 * service receives a file that is spoilt in thirteen ways, at 1 kB, 100 kB and 31 MB: the worst of them, and the number
 * refused. It exits with 1 if a refusal has no text, or if a refused request left data. `BENCH_PART` selects by words
 * in the name; `SHOW=1` prints the answers. On one core: `taskset -c 0 npm run bench -- hostile`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { object, string } from 'yup';
import type { ApiClient } from '../support/callers/api-client.ts';
import { payload } from '../support/cases/payloads.ts';
import { EXPLOITS } from '../support/hostile/exploits.ts';
import { newUser, processOf, type RunningStack, runningStack } from '../support/stack/running-stack.ts';
import { until } from '../support/until.ts';
import { amount, benchmark } from './harness/benchmark.ts';
import { type LongestWait, watchHealth } from './harness/longest-wait.ts';
import { HOSTILE_BODIES, type HostileBody } from './hostile/bodies.ts';
import { DOORS, type Door, SHAPES, spoilt, WRITERS } from './hostile/doors.ts';
import { PRODUCTS } from './hostile/products.ts';

const RUNS = amount('RUNS', 3);
/** Size of the largest spoilt file, bytes. */
const LIMIT = amount('LIMIT', 31_000_000);
const FIRST_REFUSAL = 400;
const { BENCH_PART: part = '', SHOW } = process.env;

interface Attack {
  readonly what: string;
  readonly bytes: number;
  /** Prepares the attack before the clock starts; resolves with the id of the object that it has created. */
  prepare(user: ApiClient): Promise<string | undefined>;
  send(user: ApiClient, id?: string): Promise<Response>;
}

const authorized = ({ token }: ApiClient) => ({ Authorization: `Bearer ${token}` });

function ofBody({ what, method = 'POST', path, type, headers, text, bytes: encoded }: HostileBody): Attack {
  const bytes = encoded ?? gzipSync(text, { level: 1 });
  return {
    ...{ what, bytes: bytes.length },
    prepare: async () => undefined,
    send: (user) =>
      fetch(`${user.url}${path}`, {
        method,
        headers: {
          ...authorized(user),
          'Content-Type': type ?? 'application/json',
          'Content-Encoding': 'gzip',
          ...headers,
        },
        body: new Uint8Array(bytes),
      }),
  };
}

const CREATED = object({ job_id: string(), schedule_id: string() });
const ENDED_MS = 120_000;
const ended = (user: ApiClient, job: string): Promise<void> =>
  until(
    async () => (await user.request('GET', `/api/modules/analyst/solve/${job}/results`)).status === 200,
    ENDED_MS,
  );

const EXPLOITED = [...EXPLOITS, ...WRITERS, ...PRODUCTS].map(
  ({ what, times = 1, first, ...sent }): Attack => {
    const send = (user: ApiClient, { method, path, type, body }: typeof sent, id = '') =>
      fetch(`${user.url}${path.replace('{id}', id)}`, {
        method,
        headers: { ...authorized(user), ...(type && { 'Content-Type': type }) },
        ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
      });
    return {
      ...{ what, bytes: sent.body?.length ?? 0 },
      prepare: async (user) => {
        let id: string | undefined;
        for (let time = 0; first && time < (first.times ?? 1); time += 1) {
          const created = CREATED.cast(await (await send(user, first)).json());
          id = created.schedule_id ?? created.job_id;
          if (created.job_id) await ended(user, created.job_id);
        }
        return id;
      },
      send: async (user, id) => {
        const [answer] = await Promise.all(Array.from({ length: times }, () => send(user, sent, id)));
        if (!answer) throw new Error('nothing was sent');
        return answer;
      },
    };
  },
);

/** Starts to watch memory; the result reads the largest rise of each process since, MB. Linux only. */
async function watchMemory({ stack }: RunningStack): Promise<() => Promise<Record<string, number>>> {
  const names = ['api', 'solver'] as const;
  const read = async (name: (typeof names)[number], field: string): Promise<number> => {
    const status = await readFile(`/proc/${processOf(stack, name).pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  };
  // `5` resets the peak, so that it covers the time from now on.
  await Promise.all(names.map((name) => writeFile(`/proc/${processOf(stack, name).pid}/clear_refs`, '5')));
  const before = await Promise.all(names.map((name) => read(name, 'VmRSS')));
  return async () => {
    const peaks = await Promise.all(names.map((name) => read(name, 'VmHWM')));
    return Object.fromEntries(names.map((name, i) => [`${name}_mb`, (peaks[i] ?? 0) - (before[i] ?? 0)]));
  };
}

interface Measured {
  readonly status: number;
  /** Time until the answer is complete, s. */
  readonly s: number;
  /** Longest wait of the other client, ms. */
  readonly wait: number;
  readonly memory: Readonly<Record<string, number>>;
}

/** Sends one request as a new user. Throws if a refused request left data. */
async function measure(stack: RunningStack, longestWait: LongestWait, attack: Attack): Promise<Measured> {
  const user = await newUser(stack);
  const id = await attack.prepare(user);
  const before = await storedBy(user);
  const peak = await watchMemory(stack);
  const began = performance.now();
  let status = 0;
  const wait = await longestWait(async () => {
    const response = await attack.send(user, id);
    const text = await response.text();
    status = response.status;
    if (SHOW) process.stdout.write(`${attack.what}: ${status} ${text.slice(0, 120)}\n`);
    if (status >= FIRST_REFUSAL && !text.includes('"detail"')) throw new Error(`${attack.what}: no words`);
  });
  const s = (performance.now() - began) / 1000;
  const memory = await peak();
  if (status >= FIRST_REFUSAL && (await storedBy(user)) !== before) {
    throw new Error(`${attack.what}: something is stored of what was refused with ${status}`);
  }
  return { status, s, wait, memory };
}

const STORES = ['scenarios', 'networks', 'modules/analyst/solve', 'experiments', 'model-builder/executions'];

/** Contents of all lists of a user, as one text to compare. */
async function storedBy(user: ApiClient): Promise<string> {
  const lists = await Promise.all(STORES.map((list) => user.request('GET', `/api/${list}`)));
  return JSON.stringify(lists.map(({ body }) => body));
}

const SIZES = { '1 kB': 1000, '100 kB': 100_000, limit: LIMIT };

/** Sends every spoilt file at each size to every door; returns the worst figures. */
async function knock(stack: RunningStack, longestWait: LongestWait, door: Door): Promise<object> {
  const worst: Record<string, object> = {};
  for (const [size, bytes] of Object.entries(SIZES)) {
    const all: (Measured & { readonly shape: string })[] = [];
    for (const [shape, spoil] of Object.entries(SHAPES)) {
      const body = spoilt(door, spoil, bytes);
      const { method, path, type } = door;
      const attack = ofBody({
        ...{ what: `${door.what}, ${shape}`, method, path, type },
        text: '',
        bytes: gzipSync(body, { level: 1 }),
      });
      all.push({ shape, ...(await measure(stack, longestWait, attack)) });
    }
    const [first] = all.toSorted((a, b) => b.wait - a.wait);
    const most = (figure: (one: Measured) => number) => Math.max(...all.map(figure));
    worst[size] = {
      ...{ ms: first?.wait, by: first?.shape, s: most(({ s }) => s) },
      ...{
        api_mb: most(({ memory }) => memory['api_mb'] ?? 0),
        refused: all.filter(({ status }) => status >= FIRST_REFUSAL).length,
      },
    };
  }
  return worst;
}

const HOSTILE_USERS = 8;
const LOOKS = 10;
const LOADS = Array.from({ length: 250 }, () => ({ bus: 1, values: new Array(168).fill(0) }));

/** Eight accounts send products one after the other, while another user stores 100 kB every second. */
async function together(stack: RunningStack, longestWait: LongestWait): Promise<object> {
  const products = EXPLOITED.filter(({ what }) => what.startsWith('product'));
  const users = await Promise.all(Array.from({ length: HOSTILE_USERS }, () => newUser(stack)));
  const other = await newUser(stack);
  const peak = await watchMemory(stack);
  const body = { payload: payload({ loads: LOADS, horizon: 168 }) };
  const answers_s: number[] = [];
  const statuses: number[] = [];
  let isOver = false;
  const attack = async (user: ApiClient, from: number) => {
    for (let at = from; !isOver; at += 1) {
      const product = products[at % products.length];
      if (!product) return;
      const id = await product.prepare(user);
      await (await product.send(user, id)).arrayBuffer();
    }
  };
  const wait = await longestWait(async () => {
    const attacks = users.map(attack);
    for (let look = 0; look < LOOKS; look += 1) {
      await delay(1000);
      const from = performance.now();
      const { status } = await other.request('PUT', '/api/scenarios/mine', { body });
      answers_s.push((performance.now() - from) / 1000);
      statuses.push(status);
    }
    isOver = true;
    await Promise.all(attacks);
  });
  return { wait_ms: wait, answers_s, statuses, ...(await peak()) };
}

await benchmark(runningStack, async (stack, tell) => {
  const longestWait = watchHealth(stack.stack.api_url);
  tell('nothing else', { waits_ms: [await longestWait(() => delay(2000))] });
  const attacks = [...EXPLOITED, ...HOSTILE_BODIES.map(ofBody)];
  for (const attack of attacks.filter(({ what }) => what.includes(part))) {
    const runs: Measured[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await measure(stack, longestWait, attack));
    const { status, s, memory } = runs.at(-1) ?? {};
    tell(attack.what, {
      kb: attack.bytes / 1024,
      status,
      s,
      ...memory,
      waits_ms: runs.map(({ wait }) => wait),
    });
  }
  if ('eight accounts'.includes(part)) tell('eight accounts', await together(stack, longestWait));
  for (const door of DOORS.filter(({ what }) => what.includes(part))) {
    tell(door.what, await knock(stack, longestWait, door));
  }
});
