/** A proxy for connections of any protocol: those to a silent backend are cut, so that clients reconnect. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Backends } from './backends.ts';

const HOST = '127.0.0.1';

export const tcpProxy = (backends: Backends): Server =>
  createServer((client) => {
    client.on('error', () => undefined);
    join(client, backends, new Set());
  });

/** Joins a client with the next backend that accepts the connection; nothing is sent before. */
function join(client: Socket, backends: Backends, tried: Set<number>): void {
  const backend = backends.pick(tried);
  if (!backend) return void client.destroy();
  tried.add(backend.port);
  const server = connect({ port: backend.port, host: HOST, signal: backend.lost });
  let isConnected = false;
  server.once('connect', () => {
    isConnected = true;
    client.pipe(server).pipe(client);
  });
  client.once('close', () => server.destroy());
  server.on('error', () => undefined);
  server.once('close', () => {
    if (isConnected || client.destroyed) client.destroy();
    else join(client, backends, tried);
  });
}
