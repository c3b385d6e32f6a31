/**
 * `npm run bench -- chat`: how long a chat's first token takes to its client, alone and among 500 that stream
 * at once, and what 1,000 idle sockets cost. The clients are a process of their own, on the same machine.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Chat } from '../../api/analyst/chat/chat.ts';
import { answer, newChatToken, startChatServer } from '../support/chat/chat-server.ts';
import type { Order } from './chat-clients.ts';
import { type Spread, spread, writeFigures } from './figures.ts';

const IDLE = 1000;
const AT_ONCE = 500;
const ALONE = 20;
const TOKENS = 40;
const BETWEEN_MS = 50;

/** Says when it gave its first token, then goes on as a model does. */
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

const server = await startChatServer({ chat: timeTeller });
const clients = fork(fileURLToPath(new URL('./chat-clients.js', import.meta.url)), [
  `${server.url}/ws/ai/chat`,
]);
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
const before = memory();
const opened = await order({ order: 'open', tokens: tokens.slice(1) });
await delay(1000);
const after = memory();
const began = performance.now();
const atOnce = await order({ order: 'ask', clients: AT_ONCE });
const answeredMs = performance.now() - began;

const times: Record<string, Spread> = {
  'first token to its client, one socket': spread(alone),
  [`first token to its client, ${AT_ONCE} at once`]: spread(atOnce),
  'handshake, 100 at once': spread(opened),
};
for (const [name, { n, median, p95, max }] of Object.entries(times)) {
  const figures = [median, p95, max].map((ms) => ms.toFixed(1));
  process.stdout.write(`${name}: n ${n}, median ${figures[0]}, p95 ${figures[1]}, max ${figures[2]} ms\n`);
}
const idleSocketKib = (after - before) / (IDLE - 1);
process.stdout.write(
  `${AT_ONCE} answers of ${TOKENS + 1} tokens, each ${TOKENS * BETWEEN_MS} ms long: all after ${answeredMs.toFixed(0)} ms\n`,
);
process.stdout.write(`memory of an idle socket: ${idleSocketKib.toFixed(1)} KiB\n`);
await writeFigures({ ...times, answeredMs, idleSocketKib });
clients.disconnect();
process.exit(0);
