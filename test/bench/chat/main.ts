/** The clients of the chat bench, in a process of their own: `argv[2]` = address of the chat; tokens come one by one. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type RawData, WebSocket } from 'ws';

/** Command to the client process; it replies with a list of times, ms. */
export type Order =
  | { readonly order: 'open'; readonly tokens: readonly string[] }
  /** Measures the delay from the chat's first token to its arrival at the client. */
  | { readonly order: 'ask'; readonly clients: number };

/** Handshakes open at a time: the backlog of a listening socket is finite. */
const AT_ONCE = 100;
/** Delay between two questions: people do not ask at the same instant. */
const APART_MS = 2;

const sockets: WebSocket[] = [];
const clock = (): number => performance.timeOrigin + performance.now();

async function open(tokens: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < tokens.length; at += AT_ONCE) {
    const opening = tokens.slice(at, at + AT_ONCE).map(async (token) => {
      const began = clock();
      const socket = new WebSocket(`${process.argv[2]}?${new URLSearchParams({ token })}`);
      sockets.push(socket);
      await once(socket, 'open');
      times.push(clock() - began);
    });
    await Promise.all(opening);
  }
  return times;
}

const ask = (clients: number): Promise<number[]> =>
  Promise.all(
    sockets.slice(0, clients).map(async (socket, n) => {
      await delay(n * APART_MS);
      return firstToken(socket);
    }),
  );

/** Delay of the first token, whose text is its time of sending; resolves when the answer is complete. */
const firstToken = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => {
    let relayMs: number | undefined;
    const hear = (data: RawData): void => {
      const { type, content } = JSON.parse(String(data));
      relayMs ??= clock() - Number(content);
      if (type !== 'done') return;
      socket.off('message', hear);
      resolve(relayMs);
    };
    socket.on('message', hear);
    socket.send('{"message":"what time is it"}');
  });

process.on('message', async (order: Order) => {
  process.send?.(order.order === 'open' ? await open(order.tokens) : await ask(order.clients));
});
process.on('disconnect', () => process.exit(0));
