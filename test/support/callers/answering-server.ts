/** A server on the loopback interface with scripted answers, which records its requests. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface AnsweringServer {
  readonly url: string;
  readonly asked: Asked[];
  close(): Promise<void>;
}

/** Answers a request. `count`: number of the request, from 1. */
type Answer = (response: ServerResponse, asked: Asked, count: number) => void;

export async function answeringServer(answer: Answer): Promise<AnsweringServer> {
  const requests: Asked[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body: await text(request) };
    answer(response, one, requests.push(one));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Breaks the connection, as a server does that crashes. */
export const breakOff = (response: ServerResponse): void => {
  response.socket?.destroy();
};
