/**
 * `npm run bench -- hostile-bodies`: bodies of at most 32 MB (64 MB decompressed) that are made to keep the service busy, one
 * after the other, while another client asks for /health: the status of each, the seconds until its answer, and the longest
 * waits of the other client in ms: a shared machine stops everybody now and then, and the least of some is what the body
 * does. `BENCH_PART` takes those with these words in their name; `SHOW=1` shows the answers.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { ApiClient } from '../support/callers/api-client.ts';
import { newUser, runningStack } from '../support/stack/running-stack.ts';
import { amount, benchmark } from './harness/benchmark.ts';
import { watchHealth } from './harness/longest-wait.ts';
import { HOSTILE_BODIES, type HostileBody } from './hostile/bodies.ts';

const RUNS = amount('RUNS', 3);
const { BENCH_PART: part = '', SHOW } = process.env;

async function send({ method = 'POST', path, type, headers }: HostileBody, user: ApiClient, bytes: Buffer) {
  const began = performance.now();
  const response = await fetch(`${user.url}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${user.token}`,
      'Content-Type': type ?? 'application/json',
      'Content-Encoding': 'gzip',
      ...headers,
    },
    body: new Uint8Array(bytes),
  });
  const text = await response.text();
  const s = (performance.now() - began) / 1000;
  return { status: response.status, s, ...(SHOW && { text: text.slice(0, 120) }) };
}

await benchmark(runningStack, async (stack, tell) => {
  const longestWait = watchHealth(stack.stack.api_url);
  tell('nothing else', { waits_ms: [await longestWait(() => delay(2000))] });
  for (const body of HOSTILE_BODIES.filter(({ what }) => what.includes(part))) {
    const bytes = body.bytes ?? gzipSync(body.text, { level: 1 });
    const waits_ms: number[] = [];
    let answer = {};
    for (let run = 0; run < RUNS; run += 1) {
      const user = await newUser(stack);
      const wait = await longestWait(async () => {
        answer = await send(body, user, bytes);
      });
      waits_ms.push(wait);
    }
    tell(body.what, { path: body.path, kb: bytes.length / 1024, ...answer, waits_ms });
  }
});
