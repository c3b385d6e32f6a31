/**
 * `npm run bench -- hostile-bodies`, or `node dist/test/bench/hostile-bodies.js PART` beside a stack that STACK_FILE
 * names, for bodies with PART in their name: bodies of at most 32 MB (64 MB decompressed) that are made to
 * keep the service busy, one after the other, while another client asks for /health: the status of each, the seconds
 * until its answer, and the longest wait of the other client in ms.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import type { ApiClient } from '../support/callers/api-client.ts';
import { newUser, runningStack } from '../support/stack/running-stack.ts';
import { writeFigures } from './figures.ts';
import { HOSTILE_BODIES, type HostileBody } from './hostile/bodies.ts';

/** A shared machine stops everybody now and then: the least of some runs is what the body does. */
const RUNS = 3;

const stack = await runningStack();
const { api_url } = stack.stack;
const health = new Worker(new URL('./hostile/health-thread.js', import.meta.url), { workerData: api_url });

async function longestWait(action: () => Promise<unknown>): Promise<number> {
  health.postMessage('begin');
  await action();
  health.postMessage('end');
  const [longest]: number[] = await once(health, 'message');
  return longest ?? 0;
}

async function send({ method = 'POST', path, type, headers }: HostileBody, user: ApiClient, bytes: Buffer) {
  const began = performance.now();
  const response = await fetch(`${api_url}${path}`, {
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
  return { status: response.status, seconds: (performance.now() - began) / 1000, text };
}

async function measure(body: HostileBody) {
  const bytes = body.bytes ?? gzipSync(body.text, { level: 1 });
  const waits: number[] = [];
  let answer = { status: 0, seconds: 0, text: '' };
  for (let run = 0; run < RUNS; run += 1) {
    const user = await newUser(stack);
    waits.push(
      await longestWait(async () => {
        answer = await send(body, user, bytes);
      }),
    );
  }
  return { ...answer, bytes: bytes.length, waits };
}

const idle = await longestWait(() => new Promise((resolve) => setTimeout(resolve, 2000)));
process.stdout.write(`nothing else: longest wait ${idle.toFixed(0)} ms\n`);
const [, , part = ''] = process.argv;
const figures: Record<string, object> = { idle: { waits: [idle] } };
for (const body of HOSTILE_BODIES.filter(({ what }) => what.includes(part))) {
  const { status, seconds, text, bytes, waits } = await measure(body);
  figures[body.what] = { path: body.path, bytes, status, seconds, waits };
  const all = waits.map((wait) => wait.toFixed(0).padStart(5)).join('');
  process.stdout.write(
    `${body.what.padEnd(36)} ${(bytes / 1024).toFixed(0).padStart(6)} kB  ${status}  ${seconds.toFixed(2).padStart(6)} s  waits ${all} ms  ${process.env['SHOW'] ? text.slice(0, 120) : ''}\n`,
  );
}
await writeFigures(figures);
process.exit(0);
