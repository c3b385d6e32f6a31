/**
 * `npm run bench -- hostile`: requests that are made to keep the service busy, bodies of at most 32 MB (64 MB decompressed)
 * among them, one after the other, while another client asks for /health: the status of each, the seconds until its answer,
 * the longest waits of the other client in ms, and by how much the memory of the API and of the solver service rose at most,
 * MB. A shared machine stops everybody now and then, and the least of some waits is what the request does. `BENCH_PART`
 * takes those with these words in their name; `SHOW=1` shows the answers.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { ApiClient } from '../support/callers/api-client.ts';
import { EXPLOITS } from '../support/hostile/exploits.ts';
import { newUser, processOf, type RunningStack, runningStack } from '../support/stack/running-stack.ts';
import { amount, benchmark } from './harness/benchmark.ts';
import { watchHealth } from './harness/longest-wait.ts';
import { HOSTILE_BODIES, type HostileBody } from './hostile/bodies.ts';

const RUNS = amount('RUNS', 3);
const { BENCH_PART: part = '', SHOW } = process.env;

interface Attack {
  readonly what: string;
  readonly bytes: number;
  /** Before the clock starts. */
  prepare(user: ApiClient): Promise<unknown>;
  send(user: ApiClient): Promise<Response>;
}

const authorized = ({ token }: ApiClient) => ({ Authorization: `Bearer ${token}` });

function ofBody({ what, method = 'POST', path, type, headers, text, bytes: given }: HostileBody): Attack {
  const bytes = given ?? gzipSync(text, { level: 1 });
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

const EXPLOITED = EXPLOITS.map(({ what, times = 1, first, ...sent }): Attack => {
  const send = (user: ApiClient, { method, path, type, body }: typeof sent) =>
    fetch(`${user.url}${path}`, {
      method,
      headers: { ...authorized(user), ...(type && { 'Content-Type': type }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
  return {
    ...{ what, bytes: sent.body?.length ?? 0 },
    prepare: async (user) => first && send(user, first),
    send: async (user) => {
      const [answer] = await Promise.all(Array.from({ length: times }, () => send(user, sent)));
      if (!answer) throw new Error('nothing was sent');
      return answer;
    },
  };
});

/** By how much the memory of processes rises at most, MB. Linux only. */
async function watchMemory({ stack }: RunningStack): Promise<() => Promise<Record<string, number>>> {
  const names = ['api', 'solver'] as const;
  const read = async (name: (typeof names)[number], field: string): Promise<number> => {
    const status = await readFile(`/proc/${processOf(stack, name).pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  };
  // 5: from now on, the peak is that of what follows.
  await Promise.all(names.map((name) => writeFile(`/proc/${processOf(stack, name).pid}/clear_refs`, '5')));
  const before = await Promise.all(names.map((name) => read(name, 'VmRSS')));
  return async () => {
    const peaks = await Promise.all(names.map((name) => read(name, 'VmHWM')));
    return Object.fromEntries(names.map((name, i) => [`${name}_mb`, (peaks[i] ?? 0) - (before[i] ?? 0)]));
  };
}

await benchmark(runningStack, async (stack, tell) => {
  const longestWait = watchHealth(stack.stack.api_url);
  tell('nothing else', { waits_ms: [await longestWait(() => delay(2000))] });
  const attacks = [...EXPLOITED, ...HOSTILE_BODIES.map(ofBody)];
  for (const { what, bytes, prepare, send } of attacks.filter((attack) => attack.what.includes(part))) {
    const waits_ms: number[] = [];
    let answer = {};
    let memory = {};
    for (let run = 0; run < RUNS; run += 1) {
      const user = await newUser(stack);
      await prepare(user);
      const peak = await watchMemory(stack);
      const began = performance.now();
      const wait = await longestWait(async () => {
        const response = await send(user);
        const text = await response.text();
        const s = (performance.now() - began) / 1000;
        answer = { status: response.status, s, ...(SHOW && { text: text.slice(0, 120) }) };
      });
      memory = await peak();
      waits_ms.push(wait);
    }
    tell(what, { kb: bytes / 1024, ...answer, ...memory, waits_ms });
  }
});
