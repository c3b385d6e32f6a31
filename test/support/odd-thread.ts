/** A thread that does what the test requests, faults included. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { serveThread } from '../../api/threads/thread.ts';
import { REFUSAL } from '../../api/threads/threads.ts';

const LONG = 20 * 1024 * 1024;

const ODD: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => unknown>> = {
  '/echo': async (request, response) => {
    const { 'x-forwarded-for': ip, 'x-request-id': id } = request.headers;
    const bytes = (await buffer(request)).length;
    response.setHeader('Vary', 'Accept-Encoding').end(JSON.stringify({ ip, id, bytes }));
  },
  '/refuse': (_, response) => response.writeHead(422, { [REFUSAL]: 'ODD' }).end('{}'),
  '/loop': () => {
    for (;;);
  },
  '/memory': () => {
    for (const arrays: number[][] = []; ; ) arrays.push(new Array(1e6).fill(arrays.length));
  },
  '/exit': () => process.exit(7),
  '/hang-up': (request) => request.socket.destroy(),
  '/wait': async (_, response) => response.end(await delay(600_000)),
  '/long': (_, response) => response.end(Buffer.alloc(LONG)),
  '/broken': async (_, response) => {
    response.write('half');
    await delay(50);
    process.exit(7);
  },
};

await serveThread((request, response) => void ODD[request.url ?? '']?.(request, response));
