/**
 * `npm run bench -- chat`: delay of a chat's first token to its client, ms, alone and among 500 that stream at once
 * (`BENCH_AT_ONCE`), and the memory of 1,000 idle sockets (`BENCH_IDLE`). The clients run in a process of their own on
 * the same machine.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Chat } from '../../api/analyst/chat/chat.ts';
import { answer, newChatToken, startChatServer } from '../support/chat/chat-server.ts';
import { spread, timed } from '../support/load.ts';
import type { Order } from './chat/main.ts';
import { amount, benchmark } from './harness/benchmark.ts';

const IDLE = amount('IDLE', 1000);
const AT_ONCE = amount('AT_ONCE', 500);
const ALONE = 20;
const TOKENS = 40;
const BETWEEN_MS = 50;

/** A chat whose first token is its time of sending; the rest streams as from a model. */
const timeTeller: Chat = async (_, __, { onToken }) => {
  onToken(String(performance.timeOrigin + performance.now()));
  for (let n = 0; n < TOKENS; n += 1) {
    await delay(BETWEEN_MS);
    onToken('word ');
  }
  return answer('done');
};

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/** Memory of this process, KiB. */
function memory(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024;
}

async function serverAndClients() {
  const server = await startChatServer({ chat: timeTeller });
  const program = fileURLToPath(new URL('./chat/main.js', import.meta.url));
  const clients = fork(program, [`${server.url}/ws/ai/chat`]);
  return { server, clients, stop: async () => clients.disconnect() };
}

await benchmark(serverAndClients, async ({ server, clients }, tell) => {
  async function order(what: Order): Promise<number[]> {
    clients.send(what);
    const [times] = await once(clients, 'message');
    return times;
  }
  const tokens: string[] = [];
  for (let n = 0; n < IDLE; n += 1) tokens.push(await newChatToken(server.deps));
  await order({ order: 'open', tokens: tokens.slice(0, 1) });
  const alone: number[] = [];
  for (let n = 0; n < ALONE; n += 1) alone.push(...(await order({ order: 'ask', clients: 1 })));
  tell('first token to its client, one socket', spread(alone));
  const before = memory();
  tell('handshake, 100 at once', spread(await order({ order: 'open', tokens: tokens.slice(1) })));
  await delay(1000);
  tell('memory of an idle socket, KiB', (memory() - before) / (IDLE - 1));
  let atOnce: number[] = [];
  const ms = await timed(async () => {
    atOnce = await order({ order: 'ask', clients: AT_ONCE });
  });
  tell(`first token to its client, ${AT_ONCE} at once`, spread(atOnce));
  tell('all answers', {
    answers: AT_ONCE,
    tokens: TOKENS + 1,
    each_ms: TOKENS * BETWEEN_MS,
    all_after_ms: ms,
  });
});
