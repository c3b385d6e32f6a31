/**
 * A request that offers another protocol than WebSocket, as Java's HTTP client offers HTTP/2 with every first
 * request, goes on as if it had not (RFC 9110, 7.8): Node hands it over half read, so it is given back without the offer.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

const OFFER: ReadonlySet<string> = new Set(['upgrade', 'http2-settings']);

/** `rest`: what was read after the head of the request. */
export function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Duplex, rest: Buffer): void {
  socket.unshift(Buffer.concat([Buffer.from(toHead(request), 'latin1'), rest]));
  server.emit('connection', socket);
}

function toHead({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    const kept = name.toLowerCase() === 'connection' ? withoutOffer(value) : value;
    if (!OFFER.has(name.toLowerCase()) && kept !== '') lines.push(`${name}: ${kept}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}

const withoutOffer = (connection: string): string =>
  connection
    .split(',')
    .map((option) => option.trim())
    .filter((option) => !OFFER.has(option.toLowerCase()))
    .join(', ');
