/**
 * A proxy for HTTP and WebSocket. A request that a backend did not accept goes to another; an accepted but unanswered
 * one is refused with 502 or 503 and `Retry-After`, since only the client knows whether it may be repeated.
 */
import { randomUUID } from 'node:crypto';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as send,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Backends } from './backends.ts';

const HOST = '127.0.0.1';
const RETRY_AFTER_S = '1';
/** Longer than clients keep an idle connection, ms. */
const KEEP_ALIVE_MS = 65_000;
/** Shorter than the service keeps an idle connection, ms: a request on a closing connection would be lost. */
const IDLE_MS = 50_000;
/** A read that moves to another backend has waited already: a second wait would exceed the client's. */
const WAITED = { prefer: 'wait=0' };
/** Headers of the connection itself, which are not forwarded. */
const BETWEEN_NEIGHBOURS = ['connection', 'keep-alive', 'proxy-connection'];

export function httpProxy(backends: Backends): Server {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  const server = createServer((request, response) => forward(request, response, backends, agent, new Set()));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('upgrade', (request, socket: Socket, head) => joinSocket(request, socket, head, backends));
  return server;
}

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  backends: Backends,
  agent: Agent,
  tried: Set<number>,
): void {
  const backend = backends.pick(tried);
  if (!backend) {
    refuse(response, 503, 'No server is there to answer');
    return;
  }
  tried.add(backend.port);
  const { method, url } = request;
  const upstream = send({
    ...{ host: HOST, port: backend.port, agent, signal: backend.lost, method, path: url },
    headers: { ...headersOf(request), ...(tried.size > 1 && WAITED) },
  });
  let isTaken = false;
  const isRead = method === 'GET' || method === 'HEAD';
  const take = (): void => {
    isTaken = true;
    if (isRead) upstream.end();
    else request.pipe(upstream);
  };
  const giveUp = (): void => void upstream.destroy();
  response.once('close', giveUp);
  upstream.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', take);
    else take();
  });
  upstream.once('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers));
    answer.pipe(response);
    answer.once('error', () => response.destroy());
  });
  upstream.once('error', () => {
    response.off('close', giveUp);
    if (response.headersSent || response.destroyed) return void response.destroy();
    // A reused connection may have been closed at the same moment.
    const mayGoOn = !isTaken || (isRead && upstream.reusedSocket);
    if (mayGoOn) forward(request, response, backends, agent, tried);
    else refuse(response, 502, 'The server fell silent');
  });
}

/** Refuses with a body in the format of the API. */
function refuse(response: ServerResponse, status: 502 | 503, detail: string): void {
  if (response.destroyed) return;
  // An unread request body would keep the connection busy.
  response.writeHead(status, {
    'content-type': 'application/json',
    'retry-after': RETRY_AFTER_S,
    connection: 'close',
  });
  response.end(JSON.stringify({ detail, request_id: randomUUID() }));
}

function headersOf({ headers, socket }: IncomingMessage): IncomingHttpHeaders {
  const before = headers['x-forwarded-for'];
  const client = socket.remoteAddress ?? '';
  return { ...withoutConnection(headers), 'x-forwarded-for': before ? `${before}, ${client}` : client };
}

const withoutConnection = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !BETWEEN_NEIGHBOURS.includes(name)));

/** Joins both sockets after the handshake, which is passed on unchanged. */
function joinSocket(request: IncomingMessage, client: Socket, head: Buffer, backends: Backends): void {
  const backend = backends.pick(new Set());
  client.on('error', () => undefined);
  if (!backend) return void client.destroy();
  const server = connect({ port: backend.port, host: HOST, signal: backend.lost });
  server.on('error', () => undefined);
  server.once('close', () => client.destroy());
  client.once('close', () => server.destroy());
  const lines = request.rawHeaders.flatMap((text, at, all) => (at % 2 ? [] : [`${text}: ${all[at + 1]}`]));
  server.write([`${request.method} ${request.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  server.write(head);
  client.pipe(server).pipe(client);
}
